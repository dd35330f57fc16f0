import type { Backend, Entry, FileBatch, FileQuery, Path } from "@holdall/tool-core";
import { count } from "./counts.ts";
import type { Find } from "./find.ts";
import { type WalkContext, walk } from "./walk.ts";

type GlobIo = NonNullable<Parameters<NonNullable<Backend["glob"]>>[2]>;

/** The files and links that a query means, in batches. */
export async function* glob(
  context: WalkContext,
  path: Path,
  query: FileQuery,
  { times, signal, judged }: GlobIo,
): AsyncGenerator<FileBatch, void, void> {
  const counts = { files: 0, ignored: 0, denied: 0 };
  for await (const found of walk(context, path, query, { links: true, times, most: 512, signal, judged })) {
    const files: Entry[] = [];
    for (const find of found) {
      count(counts, find.step);
      if (find.step !== "take") continue;
      files.push(entryOf(find));
    }
    yield { files, counts: { ...counts } };
  }
  yield { files: [], counts };
}

function entryOf({ path, entry }: Find): Entry {
  const { kind, modified, target } = entry;
  if (modified === undefined && target === undefined) return { path, kind };
  const { name: _, ...told } = entry;
  return { path, ...told };
}
