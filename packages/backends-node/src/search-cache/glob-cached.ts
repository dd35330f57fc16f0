import { readlinkSync } from "node:fs";
import type { Backend, Entry, FileBatch, FileQuery, Path } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { errnoOf } from "../_errors.ts";
import { identityOf } from "../read/_list.ts";
import { count } from "../walk/counts.ts";
import type { DirHandle } from "../walk/dir-handle.ts";
import type { Cached } from "./cached.ts";
import { isUnchanged, type Stamp } from "./stamp.ts";
import type { CachedEntry, CachedFolder, Tree } from "./tree.ts";
import { walkCached } from "./walk-cached.ts";

export type GlobIo = NonNullable<Parameters<NonNullable<Backend["glob"]>>[2]>;

/** The results of `glob` from cached folders, all at once. */
export async function* globCached(
  known: Cached,
  path: Path,
  query: FileQuery,
  { times = false, signal, judged }: GlobIo,
): AsyncGenerator<FileBatch, void, void> {
  const files: Entry[] = [];
  using opener = createOpener(known.tree);
  const how = { links: true, pause: createYield(signal), judged };
  const counts = { files: 0, ignored: 0, denied: 0 };
  for await (const found of walkCached(known, path, query, how)) {
    for (const { step, entry, folder } of found) {
      count(counts, step);
      if (step !== "take") continue;
      files.push({ path: entry.path, kind: entry.kind, ...factsOf(known, folder, opener.open, entry, times) });
    }
  }
  yield { files, counts };
}

/** Opens a folder, and closes the one before. */
function createOpener(tree: Tree) {
  let last: { readonly folder: CachedFolder; readonly dir: DirHandle | undefined } | undefined;
  const close = () => {
    last?.dir?.[Symbol.dispose]();
    last = undefined;
  };
  return {
    open(folder: CachedFolder): DirHandle | undefined {
      if (last?.folder === folder) return last.dir;
      close();
      last = { folder, dir: tree.open(folder) };
      return last.dir;
    },
    [Symbol.dispose]: close,
  };
}

type OpenFolder = (folder: CachedFolder) => DirHandle | undefined;
type Facts = Pick<Entry, "size" | "modified" | "target" | "identity">;

/** Of what is gone by now there is nothing to tell. */
function factsOf(known: Cached, folder: CachedFolder, open: OpenFolder, entry: CachedEntry, times: boolean): Facts {
  const { name, kind } = entry;
  if (!times && kind !== "symlink") return {};
  try {
    const link = kind === "symlink" ? open(folder) : undefined;
    const target = link && { target: readlinkSync(link.at(name)) };
    const stamp = times ? stampOf(known, folder, open, entry) : undefined;
    if (!stamp) return { ...target };
    const size = kind === "file" ? stamp.size : 0;
    return { ...target, size, modified: stamp.mtimeMs, identity: identityOf(stamp) };
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return {};
  }
}

function stampOf(
  { tree, look }: Cached,
  folder: CachedFolder,
  open: OpenFolder,
  entry: CachedEntry,
): Stamp | undefined {
  const file = tree.fileOf(folder, entry);
  if (file && !file.hasOtherLinks) return file.stamp;
  const dir = open(folder);
  const stamp = dir && look(dir.at(entry.name));
  if (stamp && !(file && isUnchanged(file.stamp, stamp))) tree.keepFile(folder, entry.name, stamp);
  return stamp;
}
