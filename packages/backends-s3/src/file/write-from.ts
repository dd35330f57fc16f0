import type { Backend, Path } from "@holdall/tool-core";
import * as failed from "../client/errors.ts";
import { putParts } from "../objects/put-file.ts";
import { headAt, type Store } from "./store.ts";
import { honored, put, staleNow, target } from "./write-file.ts";

type WriteIo = NonNullable<Parameters<Backend["write"]>[2]>;

/** Parts that are on their way at once; each is in memory. */
const maxConcurrency = 4;
/** Bytes up to which a content is collected for a store that honors conditions on one request only. */
const maxCollected = 64 * 1024 * 1024;

/** Write from pieces as the contract says: one request for what fits into a part, else part by part; the new version. */
export async function writeFrom(
  store: Store,
  path: Path,
  chunks: AsyncIterable<Uint8Array>,
  { ifVersion, signal }: WriteIo,
): Promise<string> {
  if (typeof ifVersion === "string") await checkVersion(store, path, ifVersion, signal);
  const { key, headers } = await target(store, path, ifVersion, signal);
  const condition = honored(store.honors, ifVersion);
  const inParts = condition === undefined || (await store.late.completes());
  const parts = partsFrom(chunks, inParts ? store.partSize : maxCollected);
  try {
    const first = (await parts.next()).value ?? new Uint8Array(0);
    const second = (await parts.next()).value;
    if (second && !inParts) throw failed.tooLargeForCondition(path, maxCollected);
    const common = { key, path, condition, headers, signal };
    const version = second
      ? await putParts(
          store.client,
          store.objects,
          { ...common, parts: chain([first, second], parts) },
          Math.min(maxConcurrency, store.concurrency),
        )
      : await put(store, { ...common, bytes: first });
    if (version !== undefined) return version;
  } finally {
    await parts.return(undefined);
  }
  throw ifVersion === null ? failed.alreadyExists(path) : await staleNow(store, path);
}

/** Fails before the first piece is asked for. What is remembered of a version does not tell whether it is current. */
async function checkVersion(store: Store, path: Path, version: string, signal: AbortSignal | undefined): Promise<void> {
  const found = await headAt(store, path, signal);
  if (found && found.version !== version) throw failed.stale(path, found.version);
}

async function* chain<T>(first: Iterable<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

/** Pieces of any size as parts of one size, the last one shorter. */
async function* partsFrom(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let part = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + size - filled);
      part.set(piece, filled);
      at += piece.length;
      filled += piece.length;
      if (filled < size) continue;
      yield part;
      part = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
  return undefined;
}
