import { dirname, type Path } from "@holdall/tool-core";
import * as failed from "./errors.ts";

/** Everything below a folder sorts strictly between these two: `/` is followed by `0`. */
export function boundsBelow(folder: Path): readonly [start: string, end: string] {
  const prefix = folder === "/" ? "" : folder;
  return [`${prefix}/`, `${prefix}0`];
}

/** The text that sorts right after a path: no text of the database contains a zero. */
export const afterPath = (path: string): string => `${path}\u0001`;

/** A folder and its parents, from the top, without the root. */
export function folderChain(folder: Path): readonly Path[] {
  const chain: Path[] = [];
  for (let at = folder; at !== "/"; at = dirname(at)) chain.unshift(at);
  return chain;
}

/** Refuse a path that the database would change or could not hold. */
export function checkPath(path: Path, maxBytes: number): void {
  if (!path.isWellFormed()) throw failed.isNoText(path);
  if (path.length > maxBytes / 4 && new TextEncoder().encode(path).length > maxBytes)
    throw failed.tooLong(path, maxBytes);
}
