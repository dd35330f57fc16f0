import type { Backend, FileQuery, Path, SearchCandidate, TextQuery } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { hold } from "../_path-guard.ts";
import { count } from "../walk/counts.ts";
import type { Find } from "../walk/find.ts";
import { walk } from "../walk/walk.ts";
import { batchSize } from "./batch.ts";
import { createFolderReader } from "./folder-reader.ts";
import { type SearchContext, scan } from "./scan.ts";

type SearchIo = Parameters<NonNullable<Backend["search"]>>[3];

/**
 * The files of a query that may contain a text, by walking unless `finds` are given. Returned bytes were read through
 * the handle of their folder. What stands for files that were read and lack the text is added to `misses`.
 */
export async function* search(
  context: SearchContext,
  path: Path,
  query: FileQuery,
  text: TextQuery,
  { maxBytes, signal, judged }: SearchIo,
  finds: AsyncGenerator<readonly Find[], void, void> = walk(context, path, query, { most: batchSize, signal, judged }),
  misses = new Set<object>(),
): AsyncGenerator<SearchCandidate, void, void> {
  const pause = createYield(signal);
  const counts = { files: 0, ignored: 0, denied: 0, unreadable: 0, tooLarge: 0 };
  using root = context.guard.folder(path);
  hold({ judged }, path, root.real);
  using reader = createFolderReader(context.openFolder, { path, real: root.real, maxBytes, signal });
  const scanning = { path, real: root.real, maxBytes, signal, read: reader.read };
  for await (const batch of scan(context, finds, text, scanning)) {
    for (const { find, verdict } of batch) {
      count(counts, find.step);
      if (verdict === "none") {
        if (find.file) misses.add(find.file);
        continue;
      }
      const turn = pause();
      if (turn) await turn;
      const reading = verdict === "maybe" ? reader.read(find.path) : verdict;
      const found = reading instanceof Promise ? await reading : reading;
      if (found === "unreadable" || found === "tooLarge") counts[found]++;
      else if (typeof found !== "string" && (found === verdict || text.mayMatch(found)))
        yield {
          file: { path: find.path, bytes: found === verdict ? found : new Uint8Array(found) },
          counts: { ...counts },
        };
      else if (typeof found !== "string" && find.file) misses.add(find.file);
    }
  }
  yield { counts };
}
