import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** Until it is disposed of, this process finds no socat, so that the relay of bubblewrap is what lets commands through. */
export function withoutSocat(): Disposable {
  const { PATH = "" } = process.env;
  // Commands have this PATH too, and see nothing of folders for temporary files.
  const folder = mkdtempSync(join(homedir(), ".holdall-path-"));
  const folders = PATH.split(delimiter);
  const kept = folders.filter((path) => !namesIn(path).includes("socat"));
  for (const path of folders.filter((each) => !kept.includes(each)))
    for (const name of namesIn(path)) if (name !== "socat") link(join(path, name), join(folder, name));
  process.env.PATH = [folder, ...kept].join(delimiter);
  return {
    [Symbol.dispose]() {
      process.env.PATH = PATH;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function link(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch {
    // The first folder of the PATH that has a name decides.
  }
}
