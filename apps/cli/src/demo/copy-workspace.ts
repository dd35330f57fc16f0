import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { workspace } from "./workspace.ts";

/** Write the demo's project into a folder of its own; returns the folder. */
export async function copyWorkspace(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "holdall-demo-")));
  for (const [path, text] of Object.entries(workspace)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
