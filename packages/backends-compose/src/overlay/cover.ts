import { type FileKind, isWithin, type Path } from "@holdall/tool-core";
import { lineage } from "../shared/paths.ts";

/** The state of the base when the overlay first covered it. */
export interface Before {
  readonly kind: FileKind;
  readonly version: string | undefined;
  /** The content of a file, where an overlay keeps it for a merge. */
  readonly bytes?: Uint8Array | undefined;
}

/**
 * Where the base no longer shows: at some paths, and everywhere below them. Where case does not matter, names that differ only
 * in it are one.
 */
export function createCover({ caseSensitive }: { readonly caseSensitive: boolean }) {
  const covered = new Map<Path, Before | undefined>();
  const fold = (path: Path): string => (caseSensitive ? path : path.toLowerCase());
  /** How many paths are one name. */
  const names = new Map<string, number>();
  /** The folders above what is covered, so that a search stops where nothing further down can be. */
  const above = new Set<string>();
  /** Bytes of all contents that are kept. */
  let size = 0;
  const sizeOf = (before: Before | undefined) => before?.bytes?.length ?? 0;
  const uncover = (path: Path) => {
    size -= sizeOf(covered.get(path));
    if (!covered.delete(path)) return;
    const left = (names.get(fold(path)) ?? 1) - 1;
    if (left === 0) names.delete(fold(path));
    else names.set(fold(path), left);
  };
  return {
    paths: () => [...covered.keys()],
    has: (path: Path) => covered.has(path),
    before: (path: Path) => covered.get(path),
    keptBytes: () => size,

    hides(path: Path): boolean {
      if (covered.size === 0) return false;
      for (const at of lineage(path).reverse().map(fold)) {
        if (names.has(at)) return true;
        if (!above.has(at)) return false;
      }
      return false;
    },

    add(path: Path, before: Before | undefined): void {
      if (!covered.has(path)) {
        for (const at of lineage(path)) above.add(fold(at));
        names.set(fold(path), (names.get(fold(path)) ?? 0) + 1);
      }
      size += sizeOf(before) - sizeOf(covered.get(path));
      covered.set(path, before);
    },

    /** Uncover what the base did not have and does not have now, at and below a path. */
    async release(path: Path, isInBase: (path: Path) => Promise<boolean>): Promise<void> {
      for (const [at, before] of [...covered]) if (!before && isWithin(at, path) && !(await isInBase(at))) uncover(at);
    },

    /** Show the base again at a path. */
    uncover,

    clear(): void {
      size = 0;
      covered.clear();
      names.clear();
      above.clear();
    },
  };
}

export type Cover = ReturnType<typeof createCover>;
