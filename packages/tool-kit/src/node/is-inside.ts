import nodePath, { type PlatformPath } from "node:path";

/**
 * Returns true for a folder itself and everything in it. Both paths are absolute paths of the host and are compared as they
 * are: follow links first. Case is ignored on Windows. `rules` are those of this platform by default.
 */
export function isInside(path: string, folder: string, rules: PlatformPath = nodePath): boolean {
  const way = rules.relative(folder, path);
  return !rules.isAbsolute(way) && way !== ".." && !way.startsWith(`..${rules.sep}`);
}
