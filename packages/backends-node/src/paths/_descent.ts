import { lstatSync } from "node:fs";
import { errno } from "../_errors.ts";
import type { Folder } from "./_folder.ts";

/** Folders that stay open at once. */
const maxOpen = 64;

interface Level {
  folder: Folder | undefined;
  identity: string;
}

/**
 * A way down from an open folder, and up again. Only the last folders stay open, so that no depth takes more handles than
 * there are; one further up is found from below, and must be the one it was: else `ESTALE`.
 */
export function createDescent(top: Folder) {
  const levels: Level[] = [];
  return {
    get here(): Folder {
      return levels.at(-1)?.folder ?? top;
    },

    enter(name: string): void {
      levels.push({ folder: this.here.enter(name), identity: "" });
      const far = levels.at(-1 - maxOpen);
      if (!far?.folder?.isHeld) return;
      far.identity = identify(far.folder);
      far.folder[Symbol.dispose]();
      far.folder = undefined;
    },

    leave(): void {
      const left = levels.pop();
      const here = levels.at(-1);
      try {
        if (left?.folder && here && !here.folder) {
          here.folder = left.folder.up();
          if (identify(here.folder) !== here.identity) throw errno("ESTALE");
        }
      } finally {
        left?.folder?.[Symbol.dispose]();
      }
    },

    [Symbol.dispose](): void {
      for (const { folder } of levels) folder?.[Symbol.dispose]();
    },
  };
}

function identify(folder: Folder): string {
  const { dev, ino } = lstatSync(folder.at("."), { bigint: true });
  return `${dev}:${ino}`;
}
