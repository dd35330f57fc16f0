import {
  type Backend,
  type FileQuery,
  type Io,
  type Path,
  type SearchCandidate,
  type TextQuery,
  ToolError,
} from "@holdall/tool-core";
import { createPace } from "../_pace.ts";
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
  const pace = createPace(signal);
  const left = new AbortController();
  const io = { signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal };
  const wants: FileQuery["wants"] = (path, kind) => kind !== "symlink" && query.wants(path, kind);
  const walking = walk(backend, root, { ...query, wants }, io);

  const read = async ({ entry: { path, size = 0 }, counts }: Found) => {
    if (size > maxBytes) return { path, counts, outcome: "tooLarge" } as const;
    try {
      const { bytes } = await backend.read(path, io);
      return { path, counts, outcome: bytes.length > maxBytes ? "tooLarge" : bytes } as const;
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      if (error.code === "not_found" || error.code === "wrong_kind") return { path, counts, outcome: "gone" } as const;
      if (error.code === "permission_denied" || error.code === "too_large")
        return { path, counts, outcome: "unreadable" } as const;
      throw error;
    }
  };

  const skipped = { unreadable: 0, tooLarge: 0 };
  try {
    for await (const { path, counts, outcome } of readAhead(walking, read, {
      ...ahead,
      weigh: ({ entry: { size = 0 } }) => Math.min(size, maxBytes),
    })) {
      if (outcome === "tooLarge" || outcome === "unreadable") skipped[outcome]++;
      else if (outcome !== "gone" && text.mayMatch(outcome))
        yield { file: { path, bytes: outcome }, counts: { ...counts, ...skipped } };
      await pace();
    }
    yield { counts: { ...walking.counts, ...skipped } };
  } finally {
    left.abort();
  }
}
