import type { Path } from "@holdall/tool-core";
import { hostPlatform, type Platform } from "@holdall/tool-kit/node";

/** Bytes of a path that system calls take, and characters that a Path has. */
const maxBytes: Partial<Record<Platform, number>> = { linux: 4095, darwin: 1023 };
const maxChars = 4096;

/** Whether a path in a folder is too long for anything to be done by it; `more` is what the folder's real path has more. */
export function isTooDeep(folder: string, name: string, more = 0): boolean {
  const length = folder.length + 1 + name.length + more;
  const max = maxBytes[hostPlatform() ?? "linux"] ?? Number.POSITIVE_INFINITY;
  return length > maxChars || (length * 3 > max && Buffer.byteLength(folder + name) + 1 + more > max);
}

/** The path itself, or the nearest folder above that has a path. */
export function nearestNamed(folder: Path, names: readonly string[]): Path {
  let path: string = folder;
  for (const name of names) {
    if (isTooDeep(path, name)) break;
    path = path === "/" ? `/${name}` : `${path}/${name}`;
  }
  return path as Path;
}

/** How many bytes a path is longer than another, at least 0. */
export const moreBytes = (real: Path, path: Path): number =>
  Math.max(0, Buffer.byteLength(real) - Buffer.byteLength(path));
