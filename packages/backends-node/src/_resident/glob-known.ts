import { readlinkSync } from "node:fs";
import type { Backend, Entry, FileBatch, FileQuery, Path } from "@holdall/tool-core";
import { createPace } from "@holdall/tool-core/pace";
import { errnoOf } from "../_errors.ts";
import type { Stand } from "../_walk/stand.ts";
import type { Known } from "./known.ts";
import { isUnchanged, type Stamp } from "./stamp.ts";
import type { KnownEntry, KnownFolder, Tree } from "./tree.ts";
import { walkKnown } from "./walk-known.ts";

export type GlobIo = NonNullable<Parameters<NonNullable<Backend["glob"]>>[2]>;

/** What `glob` finds, from what is known of folders, all at once. */
export async function* globKnown(
  known: Known,
  path: Path,
  query: FileQuery,
  { times = false, signal, judged }: GlobIo,
): AsyncGenerator<FileBatch, void, void> {
  const files: Entry[] = [];
  using opener = createOpener(known.tree);
  const how = { links: true, pause: createPace(signal), judged };
  const counts = await walkKnown(known, path, query, how, (folder, entry) => {
    files.push({ path: entry.path, kind: entry.kind, ...factsOf(known, folder, opener.open, entry, times) });
  });
  yield { files, counts };
}

/** Opens a folder, and closes the one before. */
function createOpener(tree: Tree) {
  let last: { readonly folder: KnownFolder; readonly stand: Stand | undefined } | undefined;
  const close = () => {
    last?.stand?.[Symbol.dispose]();
    last = undefined;
  };
  return {
    open(folder: KnownFolder): Stand | undefined {
      if (last?.folder === folder) return last.stand;
      close();
      last = { folder, stand: tree.open(folder) };
      return last.stand;
    },
    [Symbol.dispose]: close,
  };
}

type Open = (folder: KnownFolder) => Stand | undefined;
type Facts = Pick<Entry, "size" | "modified" | "target">;

/** Of what is gone by now there is nothing to tell. */
function factsOf(known: Known, folder: KnownFolder, open: Open, entry: KnownEntry, times: boolean): Facts {
  const { name, kind } = entry;
  if (!times && kind !== "symlink") return {};
  try {
    const link = kind === "symlink" ? open(folder) : undefined;
    const target = link && { target: readlinkSync(link.at(name)) };
    const stamp = times ? stampOf(known, folder, open, entry) : undefined;
    return { ...target, ...(stamp && { size: kind === "file" ? stamp.size : 0, modified: Math.trunc(stamp.mtimeMs) }) };
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return {};
  }
}

function stampOf({ tree, look }: Known, folder: KnownFolder, open: Open, entry: KnownEntry): Stamp | undefined {
  const file = tree.fileOf(folder, entry);
  if (file && !file.unheard) return file.stamp;
  const stand = open(folder);
  const stamp = stand && look(stand.at(entry.name));
  if (stamp && !(file && isUnchanged(file.stamp, stamp))) tree.keepFile(folder, entry.name, stamp);
  return stamp;
}
