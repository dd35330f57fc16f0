import { realpathSync } from "node:fs";
import { isWithin, joinPath, type Path, relativePath, toPath } from "@holdall/tool-core";
import { toHostPath } from "@holdall/tool-kit/node";

/** The folders that tools work on, under the names they were given and where they really are. */
export interface Roots {
  /** As given, links not followed. */
  readonly paths: readonly Path[];
  /** Where they really are, as the host writes it. */
  readonly folders: readonly string[];
  /** The root that a path is in, by either name. */
  rootOf(path: Path): Path | undefined;
  /** Where a file of the project really is. */
  toReal(path: Path): Path;
  /** A place that a program has named, as the project knows it; undefined outside of the roots. */
  fromReal(real: Path): Path | undefined;
}

export function createRoots(given: readonly string[]): Roots {
  const roots = given.map((folder) => ({ path: toPath(folder), real: toPath(realpathSync(folder)) }));
  const find = (path: Path) => roots.find((root) => isWithin(path, root.path) || isWithin(path, root.real));
  return {
    paths: roots.map(({ path }) => path),
    folders: roots.map(({ real }) => toHostPath(real)),
    rootOf: (path) => find(path)?.path,
    toReal(path) {
      try {
        return toPath(realpathSync(toHostPath(path)));
      } catch {
        // It is not there: its folder may be.
        const root = roots.find((one) => isWithin(path, one.path));
        return root ? joinPath(root.real, relativePath(path, root.path)) : path;
      }
    },
    fromReal(real) {
      const root = roots.find((one) => isWithin(real, one.real));
      if (root) return joinPath(root.path, relativePath(real, root.real));
      return find(real) && real;
    },
  };
}
