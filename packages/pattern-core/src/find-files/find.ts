import {
  type Awaitable,
  type Backend,
  type Entry,
  type FileBatch,
  type FileQuery,
  type Io,
  isWithin,
  joinPath,
  type Path,
  type SearchCandidate,
  type TextQuery,
  type ToolContext,
  ToolError,
} from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { otherTargets } from "@holdall/tool-kit/file-tools";
import { readAhead } from "./read-ahead.ts";
import { type WalkedFile, walk } from "./walk.ts";

type Glob = NonNullable<Backend["glob"]>;
type Search = NonNullable<Backend["search"]>;

/** Files and links of a query: by the backend's own means, or else by listing. */
export const findFiles = (backend: Backend, ...asked: Parameters<Glob>): AsyncIterable<FileBatch> =>
  fastOr(backend.glob?.(...asked), () => globByListing(backend, ...asked));

/** Files of a query that may hold a text: by the backend's own means, or else by reading them all. */
export const findCandidates = (backend: Backend, ...asked: Parameters<Search>): AsyncIterable<SearchCandidate> =>
  fastOr(backend.search?.(...asked), () => searchByReading(backend, ...asked));

/** The fast way, or the other one where the fast one turns out to be none before it gave anything. */
async function* fastOr<T>(fast: AsyncIterable<T> | undefined, other: () => AsyncIterable<T>): AsyncGenerator<T> {
  if (fast) {
    let begun = false;
    try {
      for await (const item of fast) {
        begun = true;
        yield item;
      }
      return;
    } catch (error) {
      if (begun || !ToolError.is(error) || error.code !== "unsupported") throw error;
    }
  }
  yield* other();
}

/** The location of a walk, and the ignore rules of the user: their text, or a function that reads it. */
export interface WalkOptions {
  readonly backend: Backend;
  readonly excludes?: string | (() => Awaitable<string>) | undefined;
}

interface QueryOptions {
  readonly hidden?: boolean;
  readonly ignored?: boolean;
  readonly wants?: FileQuery["wants"];
}

/**
 * Create a query for the files that a call may see. The call itself was permitted on `root`. Files that the policy denies are
 * left out, and so are files that need approval, unless `root` needed it too. Walks do not follow links but can start behind
 * one: then the policy also decides about the real paths. `start` is the folder where the walk starts.
 */
export async function queryBelow(
  root: Path,
  { hidden = false, ignored = false, wants = () => true }: QueryOptions,
  { backend, excludes }: WalkOptions,
  { decide }: Pick<ToolContext, "decide">,
  start = root,
): Promise<FileQuery> {
  const onRoot = await decide({ action: "read", target: root });
  const fits = (effect: typeof onRoot) => effect === "allow" || (effect === "ask" && onRoot === "ask");
  const mayRead = (target: Path): boolean | Promise<boolean> => {
    const effect = decide({ action: "read", target });
    return typeof effect === "string" ? fits(effect) : Promise.resolve(effect).then(fits);
  };
  const led = [start, root].flatMap((from) => otherTargets(backend, from).map((to) => ({ from, to })));
  return {
    hidden,
    ignored,
    excludes: ignored ? undefined : typeof excludes === "function" ? await excludes() : excludes,
    wants,
    permits(path) {
      const may = mayRead(path);
      if (led.length === 0) return may;
      const places = led.filter(({ from }) => isWithin(path, from)).map(({ from, to }) => movedTo(path, from, to));
      return Promise.all([may, ...places.map(mayRead)]).then((answers) => answers.every(Boolean));
    },
  };
}

const movedTo = (path: Path, from: Path, to: Path): Path => joinPath(to, path.slice(from.length));

/** Files that are read ahead, and how many bytes of them. */
const ahead = { width: 8, maxWeight: 16 * 1024 * 1024 } as const;

/** Implements `Backend.search` for backends without it: every file is read, several at a time. */
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
  const read = async ({ entry: { path, size = 0 }, counts }: WalkedFile): Promise<Read | undefined> => {
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
  const weigh = ({ entry: { size = 0 } }: WalkedFile) => Math.min(size, maxBytes);
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

interface Read extends Pick<WalkedFile, "counts"> {
  readonly path: Path;
  readonly bytes?: Uint8Array;
  /** Why there are no bytes. */
  readonly skipped?: "unreadable" | "tooLarge";
}

/** Implements `Backend.glob` for backends without it. */
export async function* globByListing(
  backend: Backend,
  root: Path,
  query: FileQuery,
  { signal, times = false }: Io & { readonly times?: boolean } = {},
): AsyncGenerator<FileBatch, void, void> {
  const walking = walk(backend, root, query, { signal });
  const timed = createTimes(backend, signal);
  for await (const found of walking) {
    const entries = found.map(({ entry }) => entry);
    yield { files: times ? await timed(entries) : entries, counts: walking.counts };
  }
  yield { files: [], counts: walking.counts };
}

/** Asks for size and time where a listing did not say them, until the storage turns out not to know times. */
function createTimes(backend: Backend, signal: AbortSignal | undefined) {
  let known = true;
  const ask = async (entry: Entry): Promise<Entry> => {
    if (!known || entry.modified !== undefined) return entry;
    const stat = await statOf(backend, entry.path, signal);
    if (stat && stat.modified === undefined) known = false;
    return { ...entry, ...stat, kind: entry.kind };
  };
  return (entries: readonly Entry[]): Promise<Entry[]> => Array.fromAsync(readAhead([entries], ask, { width: 8 }));
}

/** A file that went away meanwhile, or a link that leads out, has no size and no time. */
async function statOf(backend: Backend, path: Path, signal: AbortSignal | undefined) {
  try {
    return await backend.stat(path, { signal });
  } catch (error) {
    if (ToolError.is(error) && ["not_found", "permission_denied", "wrong_kind"].includes(error.code)) return null;
    throw error;
  }
}
