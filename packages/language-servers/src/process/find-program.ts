import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "@holdall/tool-kit/node";

/** The program of a name on the `PATH`, with links followed, where it is outside of some folders. */
export function findOnPath(
  name: string,
  outside: readonly string[],
  path: string = process.env.PATH ?? "",
): string | undefined {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const named = join(folder, name);
    const file = programAt(named);
    if (file && !outside.some((one) => isInside(named, one) || isInside(file, one))) return named;
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
