import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@holdall/tool-kit/node";
import { cornerShop } from "../../../../../examples/corner-shop.ts";

/** Write the demo's project into a folder, which is new by default; returns the folder. */
export async function copyWorkspace(root = temporaryFolder("demo").path): Promise<string> {
  for (const [path, text] of Object.entries(cornerShop)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
