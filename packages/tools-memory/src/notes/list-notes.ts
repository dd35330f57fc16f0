import { comparePaths, isWithin, type Path } from "@holdall/tool-core";

/** A note as a listing has it. */
export interface ListedNote {
  readonly path: Path;
  /** Bytes of its text. */
  readonly size: number;
}

/** A folder as the memory tool of Anthropic lists it: two levels, sizes for users, folders with a slash. */
export function renderListing(folder: Path, notes: readonly ListedNote[]): string {
  const below = notes.filter(({ path }) => isWithin(path, folder));
  const lines = [`${sizeOf(below)}\t${folder}`, ...linesBelow(folder, below, 2)];
  const title = `Here're the files and directories up to 2 levels deep in ${folder}, excluding hidden items and node_modules:`;
  return [title, ...lines].join("\n");
}

function linesBelow(folder: Path, notes: readonly ListedNote[], levels: number): string[] {
  const groups = Map.groupBy(notes, ({ path }) => path.slice(folder.length + 1).split("/", 1)[0] ?? "");
  const names = [...groups.keys()].sort(comparePaths);
  return names.flatMap((name) => {
    const group = groups.get(name) ?? [];
    const path = `${folder}/${name}` as Path;
    const [own] = group;
    if (own?.path === path) return [`${sizeOf(group)}\t${path}`];
    return [`${sizeOf(group)}\t${path}/`, ...(levels > 1 ? linesBelow(path, group, levels - 1) : [])];
  });
}

function sizeOf(notes: readonly ListedNote[]): string {
  const bytes = notes.reduce((sum, { size }) => sum + size, 0);
  if (bytes < 1024) return `${bytes}B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)}K` : `${(bytes / 1024 ** 2).toFixed(1)}M`;
}
