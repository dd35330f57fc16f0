import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/** True for a folder itself and everything in it; both as absolute paths without links. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}

/** Where a path really is, links followed as far as it exists; undefined behind a link that leads nowhere. */
export function realPlace(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })) {
    try {
      return realpathSync.native(path);
    } catch {
      return undefined;
    }
  }
  const above = dirname(path);
  const real = above === path ? path : realPlace(above);
  return real === undefined ? undefined : join(real, basename(path));
}
