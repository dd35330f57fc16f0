import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that only its owner can look into, made when it is first asked for. */
export interface PrivateFolder {
  readonly path: string;
  /** A path in it that nobody uses yet. */
  newFile(extension: string): string;
  remove(): void;
}

/** Its name cannot be guessed, so that nobody can be there first. */
export function createPrivateFolder(parent = tmpdir()): PrivateFolder {
  let path: string | undefined;
  let isRemoved = false;
  let files = 0;
  return {
    get path() {
      if (isRemoved) throw new Error("The folder of this session was removed.");
      path ??= mkdtempSync(join(parent, "holdall-"));
      return path;
    },
    newFile(extension) {
      return join(this.path, `output-${++files}.${extension}`);
    },
    remove() {
      if (path !== undefined) rmSync(path, { recursive: true, force: true });
      isRemoved = true;
    },
  };
}
