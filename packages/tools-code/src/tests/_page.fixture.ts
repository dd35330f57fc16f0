import { toPath } from "@holdall/tool-core";
// By path, as this package needs that one in this test only.
import { offer } from "../../../backends-opfs/src/_offer.fixture.ts";
import { opfsBackend } from "../../../backends-opfs/src/opfs-backend.ts";
import { answersOn } from "./_code.fixture.ts";

/** Ask on the browser's own file system. */
async function answers(): Promise<string> {
  const top = await navigator.storage.getDirectory();
  const backend = opfsBackend({ directory: await top.getDirectoryHandle(crypto.randomUUID(), { create: true }) });
  return answersOn(backend, toPath("/ws"));
}

const commands = { answers };

export type PageCommands = typeof commands;

offer(commands);
