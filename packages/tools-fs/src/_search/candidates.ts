import {
  type Backend,
  type FileQuery,
  type Io,
  type Path,
  type SearchCandidate,
  type TextQuery,
  ToolError,
} from "@holdall/tool-core";
import { createYield } from "@holdall/tool-core/cooperative-yield";
import { readAhead } from "./read-ahead.ts";
import { type Found, walk } from "./walk.ts";

/** Files that are read before their turn has come, and how many bytes of them. */
const ahead = { width: 8, maxWeight: 16 * 1024 * 1024 } as const;

/** What `Backend.search` gives, for backends without it: every file is read, several at a time. */
export async function* searchByReading(
  backend: Backend,
  root: Path,
  query: FileQuery,
  text: TextQuery,
  { signal, maxBytes }: Io & { readonly maxBytes: number },
): AsyncGenerator<SearchCandidate, void, void> {
  const yieldToEventLoop = createYield(signal);
  const left = new AbortController();
  const io = { signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal };
  const wants: FileQuery["wants"] = (path, kind) => kind !== "symlink" && query.wants(path, kind);
  const walking = walk(backend, root, { ...query, wants }, io);

  /** Undefined for a file that surely holds no match, and for one that went away meanwhile. */
  const read = async ({ entry: { path, size = 0 }, counts }: Found): Promise<Read | undefined> => {
    if (size > maxBytes) return { path, counts, skipped: "tooLarge" };
    try {
      const { bytes } = await backend.read(path, io);
      await yieldToEventLoop();
      if (bytes.length > maxBytes) return { path, counts, skipped: "tooLarge" };
      return text.mayMatch(bytes) ? { path, counts, bytes } : undefined;
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      if (error.code === "not_found" || error.code === "wrong_kind") return undefined;
      if (error.code === "permission_denied" || error.code === "too_large")
        return { path, counts, skipped: "unreadable" };
      throw error;
    }
  };

  const skipped = { unreadable: 0, tooLarge: 0 };
  const weigh = ({ entry: { size = 0 } }: Found) => Math.min(size, maxBytes);
  try {
    for await (const { path, counts, bytes, skipped: why } of readAhead(walking, read, { ...ahead, weigh })) {
      if (why) skipped[why]++;
      else if (bytes) yield { file: { path, bytes }, counts: { ...counts, ...skipped } };
    }
    yield { counts: { ...walking.counts, ...skipped } };
  } finally {
    left.abort();
  }
}

interface Read extends Pick<Found, "counts"> {
  readonly path: Path;
  readonly bytes?: Uint8Array;
  /** Why there are no bytes. */
  readonly skipped?: "unreadable" | "tooLarge";
}
