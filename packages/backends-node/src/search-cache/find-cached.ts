import { ngramTest } from "@holdall/pattern-core";
import type { Backend, FileQuery, Path, TextQuery } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { childPath, toHostPath } from "../_host-path.ts";
import { batchSize } from "../search/batch.ts";
import type { Find } from "../walk/find.ts";
import type { Cached } from "./cached.ts";
import type { Unindexed } from "./index-texts.ts";
import { isUnchanged } from "./stamp.ts";
import type { CachedEntry, CachedFile, CachedFolder } from "./tree.ts";
import { walkCached } from "./walk-cached.ts";

export type SearchIo = Parameters<NonNullable<Backend["search"]>>[3];

/**
 * The results of `walk` from cached folders, and the files known not to contain the text. Files without a filter are
 * added to `unindexed`.
 */
export async function* findCached(
  known: Cached,
  path: Path,
  query: FileQuery,
  text: TextQuery,
  { maxBytes, signal, judged }: SearchIo,
  unindexed: Unindexed[],
): AsyncGenerator<readonly Find[], void, void> {
  const mayHold = ngramTest(text.requiredAny);
  const batches: Find[][] = [];
  let batch: Find[] = [];
  let wanted = 0;
  const tell = (step: Find["step"], entry: CachedEntry, folder: CachedFolder): void => {
    const file = step === "take" ? current(known, folder, entry) : undefined;
    if (step === "take" && file?.filter === undefined) unindexed.push({ folder, entry });
    const filter = file && file.size <= maxBytes ? file.filter : undefined;
    const lacksText = filter === "binary" || (typeof filter === "object" && mayHold?.(filter) === false);
    batch.push({ path: entry.path, entry, step, lacksText, size: file?.size });
    if (step === "take" && !lacksText && ++wanted % batchSize === 0) {
      batches.push(batch);
      batch = [];
    }
  };
  await walkCached(known, path, query, { links: false, pause: createYield(signal), judged }, tell);
  yield* batches;
  if (batch.length > 0) yield batch;
}

/** What is known of a file, if that is what it is now. */
function current({ tree, look }: Cached, folder: CachedFolder, entry: CachedEntry): CachedFile | undefined {
  const file = tree.fileOf(folder, entry);
  const host = () => toHostPath(childPath(folder.real, entry.name));
  if (!file?.hasOtherLinks || isUnchanged(file.stamp, look(host()))) return file;
  tree.forgetFile(folder, entry.name);
  return undefined;
}
