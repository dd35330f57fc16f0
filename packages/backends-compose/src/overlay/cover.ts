import { type FileKind, isWithin, type Path } from "@holdall/tool-core";
import { lineage } from "../shared/paths.ts";

/** The state of the base when the overlay first covered it. */
export interface Before {
  readonly kind: FileKind;
  readonly version: string | undefined;
  /** The content of a file, where an overlay keeps it for a merge. */
  readonly bytes?: Uint8Array | undefined;
}

/** Where the base no longer shows: at some paths, and everywhere below them. */
export function createCover() {
  const covered = new Map<Path, Before | undefined>();
  /** The folders above what is covered, so that a search stops where nothing further down can be. */
  const above = new Set<Path>();
  return {
    paths: () => [...covered.keys()],
    has: (path: Path) => covered.has(path),
    before: (path: Path) => covered.get(path),

    hides(path: Path): boolean {
      if (covered.size === 0) return false;
      for (const at of lineage(path).reverse()) {
        if (covered.has(at)) return true;
        if (!above.has(at)) return false;
      }
      return false;
    },

    add(path: Path, before: Before | undefined): void {
      if (!covered.has(path)) for (const at of lineage(path)) above.add(at);
      covered.set(path, before);
    },

    /** Uncover what the base did not have and does not have now, at and below a path. */
    async release(path: Path, isInBase: (path: Path) => Promise<boolean>): Promise<void> {
      for (const [at, before] of [...covered])
        if (!before && isWithin(at, path) && !(await isInBase(at))) covered.delete(at);
    },

    /** Show the base again at every path but some. */
    keepOnly(kept: ReadonlySet<Path>): void {
      for (const path of [...covered.keys()]) if (!kept.has(path)) covered.delete(path);
    },

    clear(): void {
      covered.clear();
      above.clear();
    },
  };
}

export type Cover = ReturnType<typeof createCover>;
