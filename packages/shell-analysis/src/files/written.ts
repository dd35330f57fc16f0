import { basename, dirname, type Path } from "@holdall/tool-core";
import type { Effect } from "../analysis.ts";
import type { CommandFiles, FileEntry } from "./command-files.ts";

/** Files as they are, and what a command may have made of them when it gets somewhere. */
export interface Written {
  readonly files: CommandFiles;
  readonly isEmpty: boolean;
  add(effects: readonly Effect[]): void;
}

/** Names that a command writes are there for its own patterns as well. */
export function withWritten(files: CommandFiles): Written {
  const names = new Map<Path, Set<string>>();
  const isWritten = (path: Path) => names.get(dirname(path))?.has(basename(path)) === true;
  return {
    files: {
      ...files,
      kindOf(path) {
        const kind = files.kindOf(path);
        return kind === "missing" && isWritten(path) ? "other" : kind;
      },
      list(folder) {
        const made = names.get(folder);
        const found = files.list(folder);
        if (!made || !found) return found;
        const known = new Set(found.map(({ name }) => name));
        const others = [...made].filter((name) => name !== "" && !known.has(name));
        return [...found, ...others.map((name): FileEntry => ({ name, kind: "other" }))];
      },
    },
    get isEmpty() {
      return names.size === 0;
    },
    add(effects) {
      for (const { action, target, pattern } of effects) {
        if (action !== "write" || pattern !== undefined) continue;
        const folder = dirname(target as Path);
        const inside = names.get(folder) ?? new Set();
        names.set(folder, inside.add(basename(target as Path)));
      }
    },
  };
}
