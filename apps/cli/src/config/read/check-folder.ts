import { statSync } from "node:fs";
import { UsageError } from "../../usage-error.ts";

/** Throws UsageError for a root that is not a folder. `option` is what named it. */
export function checkFolder(folder: string, option: string): void {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return;
  const what = stat ? "it is not a folder" : "there is no such folder";
  throw new UsageError(`${option} cannot be ${folder}: ${what}.`, "Name an existing folder, or create it first.");
}
