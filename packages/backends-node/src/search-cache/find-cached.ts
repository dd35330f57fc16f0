import { ngramTest } from "@holdall/pattern-core";
import type { Backend, FileQuery, Path, TextQuery } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { toHostPath } from "@holdall/tool-kit/node";
import { childPath } from "../paths/_child-path.ts";
import type { Find } from "../walk/find.ts";
import type { Cached } from "./cached.ts";
import type { Unindexed } from "./index-texts.ts";
import { isUnchanged } from "./stamp.ts";
import type { CachedEntry, CachedFile, CachedFolder } from "./tree.ts";
import { type CachedFind, walkCached } from "./walk-cached.ts";

/** Files to look into that are given at once. */
const batchSize = 128;

export type SearchIo = Parameters<NonNullable<Backend["search"]>>[3];

/**
 * The results of `walk` from cached folders, and the files known not to contain the text: by their filters, or because an
 * earlier search for it has read them. Files without a filter are added to `unindexed`.
 */
export async function* findCached(
  known: Cached,
  path: Path,
  query: FileQuery,
  text: TextQuery,
  { maxBytes, signal, judged }: SearchIo,
  { unindexed, misses }: { readonly unindexed: Unindexed[]; readonly misses: ReadonlySet<object> },
): AsyncGenerator<readonly Find[], void, void> {
  const mayHold = ngramTest(text.requiredAny);
  let batch: Find[] = [];
  let wanted = 0;
  const add = ({ step, entry, folder }: CachedFind): void => {
    const file = step === "take" ? current(known, folder, entry) : undefined;
    if (step === "take" && file?.filter === undefined) unindexed.push({ folder, entry });
    const filter = file && file.size <= maxBytes ? file.filter : undefined;
    const isRuledOut = filter === "binary" || (typeof filter === "object" && mayHold?.(filter) === false);
    const lacksText = isRuledOut || (file !== undefined && misses.has(file));
    batch.push({ path: entry.path, entry, step, lacksText, file });
    if (step === "take" && !lacksText) wanted++;
  };
  const how = { links: false, pause: createYield(signal), judged };
  for await (const found of walkCached(known, path, query, how)) {
    for (const each of found) {
      add(each);
      if (wanted < batchSize) continue;
      yield batch;
      [batch, wanted] = [[], 0];
    }
  }
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
