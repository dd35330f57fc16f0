import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, sep } from "node:path";

/** The program of a name on the `PATH`, with links followed, where it is outside of some folders. */
export function findOnPath(
  name: string,
  outside: readonly string[],
  path: string = process.env.PATH ?? "",
): string | undefined {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const file = programAt(join(folder, name));
    if (file && !isInside(join(folder, name), outside) && !isInside(file, outside)) return join(folder, name);
  }
  return undefined;
}

/** Where a program really is; undefined for what is not there or cannot be executed. */
export function programAt(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? realpathSync(file) : undefined;
  } catch {
    return undefined;
  }
}

export const isInside = (file: string, folders: readonly string[]): boolean =>
  folders.some((folder) => file === folder || file.startsWith(folder.endsWith(sep) ? folder : folder + sep));
