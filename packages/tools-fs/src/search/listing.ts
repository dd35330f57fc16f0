import {
  type Backend,
  type Entry,
  type FileBatch,
  type FileQuery,
  type Io,
  type Path,
  ToolError,
} from "@holdall/tool-core";
import { readAhead } from "./read-ahead.ts";
import { walk } from "./walk.ts";

/** What `Backend.glob` gives, for backends without it. */
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
