import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Get the real path of a path, with links followed as far as it exists. Undefined for a path behind a broken link. */
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
