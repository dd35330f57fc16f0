import { toPath } from "@holdall/tool-core";
// By path, as this package needs that one in this test only.
import { offer } from "../../../backends-opfs/src/_offer.fixture.ts";
import { opfsBackend } from "../../../backends-opfs/src/opfs-backend.ts";
import { type Step, startPlay } from "./guard/_play.fixture.ts";

/** Play recorded steps on the browser's own file system; `files` is path → bytes. */
async function replay(steps: readonly Step[], files: Readonly<Record<string, readonly number[]>>) {
  const top = await navigator.storage.getDirectory();
  const backend = opfsBackend({ directory: await top.getDirectoryHandle(crypto.randomUUID(), { create: true }) });
  const start = Object.entries(files).map(([path, bytes]) => [path, Uint8Array.from(bytes)]);
  const play = await startPlay(backend, toPath("/ws"), Object.fromEntries(start));
  for (const step of steps) await play.run(step);
  return play.end();
}

const commands = { replay };

export type ReplayCommands = typeof commands;

offer(commands);
