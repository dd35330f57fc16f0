import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Write a file that is not there yet, with the folders above it; false where there is one already, whatever it is. */
export function writeNew(file: string, text: string): boolean {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw thrown;
  }
}
