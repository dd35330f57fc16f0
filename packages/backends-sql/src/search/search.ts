import {
  type Backend,
  type FileCounts,
  type FileQuery,
  type Path,
  type SearchCandidate,
  type TextQuery,
  ToolError,
} from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { plainBytes } from "../files/bytea.ts";
import type { Tree } from "../files/tree.ts";
import { textFilter } from "./text-filter.ts";
import { walk } from "./walk.ts";

type SearchIo = Parameters<NonNullable<Backend["search"]>>[3];

/** Files that one statement looks into, and their bytes: few at first, as a search often has its page soon. */
const batch = { files: 500, bytes: 4 * 1024 * 1024, first: 128 * 1024 } as const;

interface Content {
  readonly path: Path;
  /** Both are null for a file in chunks. */
  readonly text: string | null;
  readonly bytes: Uint8Array | null;
}

/** The files of a query that may hold a text. The database looks into them; what cannot hold the text stays there. */
export async function* search(
  tree: Tree,
  root: Path,
  query: FileQuery,
  text: TextQuery,
  { maxBytes, signal }: SearchIo,
): AsyncGenerator<SearchCandidate, void, void> {
  const io = { signal };
  const yieldToEventLoop = createYield(signal);
  const filter = textFilter(text);
  const holding = text.ignoreCase ? tree.sql.holdingFolded : tree.sql.holding;
  let asked = new Map<Path, SearchCandidate["counts"]>();
  let bytes = 0;
  let most: number = batch.first;
  let tooLarge = 0;
  let grown = 0;
  let final: FileCounts = { files: 0, ignored: 0, denied: 0 };

  /** Undefined for a file that went away meanwhile. */
  const bytesOf = async ({ path, text, bytes }: Content): Promise<Uint8Array | undefined> => {
    if (text !== null) return new TextEncoder().encode(text);
    if (bytes) return plainBytes(bytes);
    try {
      return (await tree.read(path, { ...io, range: { start: 0, end: maxBytes + 1 } })).bytes;
    } catch (error) {
      if (ToolError.is(error) && (error.code === "not_found" || error.code === "wrong_kind")) return undefined;
      throw error;
    }
  };

  async function* lookInto(): AsyncGenerator<SearchCandidate, void, void> {
    const params = [[...asked.keys()], ...(filter ?? [])];
    for (const row of await tree.query<Content>(root, filter ? holding : tree.sql.contents, params, io)) {
      const turn = yieldToEventLoop();
      if (turn) await turn;
      const [found, counts] = [await bytesOf(row), asked.get(row.path)];
      if (!found || !counts) continue;
      if (found.length > maxBytes) grown++;
      else if (text.mayMatch(found))
        yield { file: { path: row.path, bytes: found }, counts: { ...counts, tooLarge: counts.tooLarge + grown } };
    }
    asked = new Map();
    bytes = 0;
    most = Math.min(most * 2, batch.bytes);
  }

  for await (const { files, counts } of walk(tree, root, query, io)) {
    final = counts;
    for (const { entry, counts } of files) {
      const { path, size = 0 } = entry;
      if (size > maxBytes) {
        tooLarge++;
        continue;
      }
      asked.set(path, { ...counts, unreadable: 0, tooLarge });
      bytes += size;
      if (bytes >= most || asked.size >= batch.files) yield* lookInto();
    }
  }
  if (asked.size > 0) yield* lookInto();
  yield { counts: { ...final, unreadable: 0, tooLarge: tooLarge + grown } };
}
