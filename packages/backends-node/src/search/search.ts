import type { Backend, FileQuery, Path, SearchCandidate, TextQuery } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { hold } from "../paths/_path-guard.ts";
import { count } from "../walk/counts.ts";
import type { Find } from "../walk/find.ts";
import { type WalkContext, walk } from "../walk/walk.ts";
import { createFolderReader } from "./folder-reader.ts";

type SearchIo = Parameters<NonNullable<Backend["search"]>>[3];

/** Finds that a walk gives at once. */
const findsATime = 128;

/**
 * The files of a query that may contain a text, by walking unless `finds` are given. Files are read through the handle of
 * their folder, and none ahead: most answers end after one page. What stands for files that lack the text is added to `misses`.
 */
export async function* search(
  context: WalkContext,
  path: Path,
  query: FileQuery,
  text: TextQuery,
  { maxBytes, signal, judged }: SearchIo,
  {
    finds = walk(context, path, query, { most: findsATime, signal, judged }),
    misses = new Set(),
  }: {
    readonly finds?: AsyncGenerator<readonly Find[], void, void> | undefined;
    readonly misses?: Set<object> | undefined;
  } = {},
): AsyncGenerator<SearchCandidate, void, void> {
  const pause = createYield(signal);
  const counts = { files: 0, ignored: 0, denied: 0, unreadable: 0, tooLarge: 0 };
  using root = context.guard.folder(path);
  hold({ judged }, path, root.real);
  using reader = createFolderReader(context.openFolder, { path, real: root.real, maxBytes, signal });
  for await (const batch of finds) {
    for (const find of batch) {
      count(counts, find.step);
      if (find.step !== "take" || find.lacksText) continue;
      const turn = pause();
      if (turn) await turn;
      const reading = reader.read(find.path);
      const found = reading instanceof Promise ? await reading : reading;
      if (found === "unreadable" || found === "tooLarge") counts[found]++;
      else if (found === "gone") continue;
      else if (text.mayMatch(found)) yield { file: { path: find.path, bytes: found }, counts: { ...counts } };
      else if (find.file) misses.add(find.file);
    }
  }
  yield { counts };
}
