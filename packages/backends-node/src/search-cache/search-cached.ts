import type { Backend, FileQuery, Path, SearchCandidate, TextQuery } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-core/cooperative-yield";
import { throwIfAborted } from "../_yield.ts";
import type { Cached } from "./cached.ts";
import { findTexts, readTexts } from "./populate.ts";

export type SearchIo = Parameters<NonNullable<Backend["search"]>>[3];

/** More has to be read than a search should wait for. */
export const notYet = Symbol("notYet");

const maxMissing = 250;
/** Files between two looks at the clock. */
const filesATime = 32;

/** Search files whose bytes are kept. Throws `notYet` or `notKept`, before it finds anything. */
export async function* searchCached(
  known: Cached,
  path: Path,
  query: FileQuery,
  text: TextQuery,
  { signal, maxBytes, judged }: SearchIo,
): AsyncGenerator<SearchCandidate, void, void> {
  using _ = known.hold();
  const pause = createYield(signal);
  const { all, missing, counts } = await findTexts(known, path, query, maxBytes, { pause, judged });
  if (missing.length > maxMissing) throw notYet;
  await readTexts(known, missing, maxBytes, signal, pause);
  const mayHold = known.arena.search(text);
  const skipped = { unreadable: 0, tooLarge: 0 };
  for (let index = 0; index < all.length; index++) {
    throwIfAborted(signal);
    const turn = index % filesATime === 0 ? pause() : undefined;
    if (turn) await turn;
    const { path: at, text: file, ignored, denied } = all[index]!;
    if (file === "unreadable" || file === "tooLarge") skipped[file]++;
    else if (typeof file === "number" && mayHold(file)) {
      const bytes = known.arena.read(file);
      yield { file: { path: at, bytes }, counts: { files: index + 1, ignored, denied, ...skipped } };
    }
  }
  yield { counts: { ...counts, ...skipped } };
}
