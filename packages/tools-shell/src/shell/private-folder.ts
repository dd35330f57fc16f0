import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TemporaryFolder, temporaryFolder } from "@holdall/tool-kit/node";

/** A folder that only its owner can look into, made when it is first asked for. */
export interface PrivateFolder {
  readonly path: string;
  /** The folder in it whose files commands may read. */
  readonly outputs: string;
  /** An unused path in it. */
  newFile(kind: "output" | "task"): string;
  remove(): void;
}

/** Its name cannot be guessed, so that no other process can create it first. */
export function createPrivateFolder(parent = tmpdir()): PrivateFolder {
  let made: TemporaryFolder | undefined;
  let isRemoved = false;
  let files = 0;
  return {
    get path() {
      if (isRemoved) throw new Error("The folder of this session was removed.");
      if (made === undefined) {
        made = temporaryFolder("shell", parent);
        mkdirSync(join(made.path, "outputs"), { mode: 0o700 });
      }
      return made.path;
    },
    get outputs() {
      return join(this.path, "outputs");
    },
    newFile(kind) {
      return join(kind === "output" ? this.outputs : this.path, `${kind}-${++files}.log`);
    },
    remove() {
      made?.[Symbol.dispose]();
      isRemoved = true;
    },
  };
}
