import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of its own in the OS temp folder, removed when the process ends. */
export function tempFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `holdall-${name}-`));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
