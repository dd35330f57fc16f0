import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "@holdall/tool-kit/node";

/**
 * Where a program is, on the PATH of this process. Passed over is what a project brings along: relative folders, a
 * `node_modules` (npm puts those in front), and what lies in one of the roots. Undefined when it is nowhere.
 */
export function findProgram(
  name: string,
  { roots = [], path = process.env.PATH ?? "" }: { readonly roots?: readonly string[]; readonly path?: string } = {},
): string | undefined {
  const places = isAbsolute(name)
    ? [name]
    : path
        .split(delimiter)
        .filter((folder) => isAbsolute(folder) && !/(^|[\\/])node_modules([\\/]|$)/.test(folder))
        .map((folder) => join(folder, name));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      const real = realpathSync(place);
      return isAbsolute(name) || !roots.some((root) => isInside(real, root));
    } catch {
      return false;
    }
  });
}
