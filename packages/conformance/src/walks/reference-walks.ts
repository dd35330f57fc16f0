import { type Backend, type FileBatch, type FileCounts, type SearchCandidate, ToolError } from "@holdall/tool-core";
import { walked } from "../backend/_walk-reference.ts";

/**
 * Add a `glob` and a `search` that only use `list` and `read`, for comparisons and for tests of wrappers that pass them on. If
 * the backend has its own, they are used first, unless they throw `unsupported`.
 */
export function withPlainWalks(backend: Backend): Backend {
  return {
    ...backend,
    glob: (path, query, io) => unlessUnsupported(backend.glob?.(path, query, io), () => glob(path, query, io)),
    search: (path, query, text, io) =>
      unlessUnsupported(backend.search?.(path, query, text, io), () => search(path, query, text, io)),
  } satisfies Backend;

  async function* glob(...[path, query, io]: Parameters<NonNullable<Backend["glob"]>>): AsyncGenerator<FileBatch> {
    const { files, counts } = await walked(backend, path, query, true, io?.signal);
    for (const { entry, counts: upToHere } of files) {
      const { kind: _, version, ...facts } = (io?.times && (await backend.stat(entry.path, io))) || { kind: "file" };
      yield { files: [{ ...entry, ...facts }], counts: upToHere };
    }
    yield { files: [], counts };
  }

  async function* search(
    ...[path, query, text, { signal, maxBytes }]: Parameters<NonNullable<Backend["search"]>>
  ): AsyncGenerator<SearchCandidate> {
    const { files, counts } = await walked(backend, path, query, false, signal);
    let tooLarge = 0;
    const all = (some: FileCounts) => ({ ...some, unreadable: 0, tooLarge });
    for (const { entry, counts: upToHere } of files) {
      const { bytes } = await backend.read(entry.path, { signal });
      if (bytes.length > maxBytes) tooLarge++;
      else if (text.mayMatch(bytes)) yield { file: { path: entry.path, bytes }, counts: all(upToHere) };
    }
    yield { counts: all(counts) };
  }
}

async function* unlessUnsupported<T>(
  own: AsyncIterable<T> | undefined,
  plain: () => AsyncIterable<T>,
): AsyncGenerator<T> {
  let begun = false;
  try {
    for await (const item of own ?? []) {
      begun = true;
      yield item;
    }
    if (own) return;
  } catch (error) {
    if (begun || !ToolError.is(error) || error.code !== "unsupported") throw error;
  }
  yield* plain();
}
