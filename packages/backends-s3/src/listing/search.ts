import {
  type Backend,
  type FileCounts,
  type FileQuery,
  type Path,
  type SearchCandidate,
  type TextQuery,
  ToolError,
} from "@holdall/tool-core";
import { readFile } from "../file/read-file.ts";
import type { Store } from "../file/store.ts";
import { type WalkedFile, walk } from "./walk.ts";

type SearchIo = Parameters<NonNullable<Backend["search"]>>[3];
type Read = Uint8Array | "gone" | "unreadable" | "tooLarge";

/** Files that are read before their turn, and how many bytes of them. */
const ahead = { files: 8, bytes: 16 * 1024 * 1024 } as const;

/** The files of a query that may hold a text: each is read by one request, some at a time, none of those that are too large. */
export async function* search(
  store: Store,
  root: Path,
  query: FileQuery,
  text: TextQuery,
  { maxBytes, signal: outer }: SearchIo,
): AsyncGenerator<SearchCandidate, void, void> {
  const left = new AbortController();
  const signal = outer ? AbortSignal.any([outer, left.signal]) : left.signal;
  const reading: { readonly found: WalkedFile; readonly read: Promise<Read> }[] = [];
  const skipped = { unreadable: 0, tooLarge: 0 };
  let bytes = 0;
  let final: FileCounts = { files: 0, ignored: 0, denied: 0 };

  const read = async ({ entry: { path, size = 0 } }: WalkedFile): Promise<Read> => {
    if (size > maxBytes) return "tooLarge";
    try {
      const { bytes } = await readFile(store, path, { signal });
      return bytes.length > maxBytes ? "tooLarge" : bytes;
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      if (error.code === "not_found" || error.code === "wrong_kind") return "gone";
      if (["permission_denied", "too_large", "unsupported"].includes(error.code)) return "unreadable";
      throw error;
    }
  };

  const start = (found: WalkedFile): void => {
    const next = { found, read: read(found) };
    // The consumer has stopped early.
    next.read.catch(() => {});
    reading.push(next);
    bytes += weightOf(found);
  };
  const weightOf = ({ entry: { size = 0 } }: WalkedFile): number => (size > maxBytes ? 0 : size);

  async function* finish(): AsyncGenerator<SearchCandidate, void, void> {
    const first = reading.shift();
    if (!first) return;
    const { found, read } = first;
    const content = await read;
    bytes -= weightOf(found);
    if (content === "unreadable" || content === "tooLarge") skipped[content]++;
    else if (content !== "gone" && text.mayMatch(content))
      yield { file: { path: found.entry.path, bytes: content }, counts: { ...found.counts, ...skipped } };
  }

  try {
    for await (const { files, counts } of walk(store, root, query, signal)) {
      final = counts;
      for (const found of files) {
        start(found);
        while (reading.length >= ahead.files || bytes > ahead.bytes) yield* finish();
      }
    }
    while (reading.length > 0) yield* finish();
    yield { counts: { ...final, ...skipped } };
  } finally {
    left.abort();
  }
}
