import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isWithin, type Path } from "@holdall/tool-core";
import { fromHostPath } from "../_host-path.ts";

/** A function that returns the location of ripgrep, or undefined, and looks for it once. */
export function createRipgrepFinder(
  given: string | false | undefined,
  roots: readonly Path[],
): () => Promise<string | undefined> {
  let found: Promise<string | undefined> | undefined;
  return async () => {
    if (given !== undefined) return given || undefined;
    found ??= findRipgrep(roots);
    return found;
  };
}

/**
 * Where the program ripgrep is: that of `@vscode/ripgrep` when it is installed, else `rg` on the PATH. One inside a
 * root is skipped, and so is a `node_modules`, as npm puts those of a project in front: the author of the files must
 * not choose the program that searches them.
 */
export async function findRipgrep(roots: readonly Path[], env = process.env): Promise<string | undefined> {
  return (await installed()) ?? findOnPath(roots, env.PATH ?? "");
}

async function installed(): Promise<string | undefined> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return isProgram(rgPath) ? rgPath : undefined;
  } catch {
    // Not installed, or not for this platform.
    return undefined;
  }
}

export function findOnPath(roots: readonly Path[], path: string): string | undefined {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  const isOutside = (host: string) => {
    const real = fromHostPath(realpathSync.native(host));
    return !roots.some((root) => isWithin(real, root));
  };
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/(^|[\\/])node_modules([\\/]|$)/.test(folder))
    .map((folder) => join(folder, name))
    .find((host) => isProgram(host) && isOutside(host));
}

function isProgram(host: string): boolean {
  try {
    accessSync(host, constants.X_OK);
    return statSync(host).isFile();
  } catch {
    return false;
  }
}
