import { readAhead } from "@holdall/pattern-core/internal";
import type { Backend, Path } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { readUnlessGone } from "../_index/code-index.ts";
import { decodeSource } from "../_index/decode.ts";
import { isMinified } from "../_index/skipped-files.ts";
import { wordsIn } from "./pick-lines.ts";

export interface WordHit {
  readonly path: Path;
  readonly text: string;
  /** Distinct words of the query that the file has, as a share of all. */
  readonly share: number;
}

/** Files by how many words of a query they have, read one after the other: for those that no index holds. */
export async function searchWords(
  backend: Backend,
  paths: readonly Path[],
  words: ReadonlySet<string>,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly WordHit[]> {
  const yieldToEventLoop = createYield(signal);
  let best: WordHit[] = [];
  const read = async (path: Path) => ({ path, file: await readUnlessGone(backend, path, { signal }) });
  for await (const { path, file } of readAhead([paths], read, { width: 8 })) {
    await yieldToEventLoop();
    const text = file && decodeSource(file.bytes);
    if (text === undefined || isMinified(text)) continue;
    const found = new Set([...wordsIn(path), ...wordsIn(text)].filter((word) => words.has(word)));
    if (found.size === 0) continue;
    best.push({ path, text, share: found.size / words.size });
    if (best.length >= limit * 4) best = best.sort(byShare).slice(0, limit);
  }
  return best.sort(byShare).slice(0, limit);
}

const byShare = (one: WordHit, other: WordHit): number => other.share - one.share || (one.path < other.path ? -1 : 1);
