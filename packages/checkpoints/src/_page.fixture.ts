import { toPath } from "@holdall/tool-core";
// By path, as this package needs that one in this test only.
import { offer } from "../../backends-opfs/src/_offer.fixture.ts";
import { opfsBackend } from "../../backends-opfs/src/opfs-backend.ts";
import { checkpointCases } from "./_cases.fixture.ts";

/** Run one case on the browser's own file system. */
async function runCase(name: string): Promise<void> {
  const top = await navigator.storage.getDirectory();
  const workspace = opfsBackend({ directory: await top.getDirectoryHandle(crypto.randomUUID(), { create: true }) });
  const root = toPath("/ws");
  await workspace.createDirectory?.(root);
  const found = checkpointCases.find((each) => each.name === name);
  if (!found) throw new Error(`There is no case ${name}.`);
  await found.run({ workspace, root, store: workspace, folder: "/checkpoints" });
}

const commands = { runCase };

export type CaseCommands = typeof commands;

offer(commands);
