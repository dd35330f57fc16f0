import type { Backend, Path } from "@holdall/tool-core";
import * as failed from "../client/errors.ts";
import { type Condition, canBeVersion } from "../objects/conditions.ts";
import type { KeptHeaders } from "../objects/kept-headers.ts";
import { partsOf, putParts, putWhole } from "../objects/put-file.ts";
import { checkPlace, headAt, isFolderAt, type Store } from "./store.ts";

type WriteIo = NonNullable<Parameters<Backend["write"]>[2]>;

/** Write as the contract says; the new version. */
export async function writeFile(
  store: Store,
  path: Path,
  bytes: Uint8Array<ArrayBuffer>,
  { ifVersion, signal }: WriteIo,
): Promise<string> {
  const { key, headers } = await target(store, path, ifVersion, signal);
  const version = await put(store, { key, path, bytes, condition: ifVersion, headers, signal });
  if (version !== undefined) return version;
  throw ifVersion === null ? failed.alreadyExists(path) : await staleNow(store, path);
}

/** The object to write, and its headers. Throws if a known entry is in the way. */
export async function target(
  store: Store,
  path: Path,
  ifVersion: Condition,
  signal: AbortSignal | undefined,
): Promise<{ readonly key: string; readonly headers: KeptHeaders | undefined }> {
  if (path === "/") throw failed.isFolder(path);
  const key = store.keys.key(path);
  if (key === undefined) throw failed.badName(path);
  const headers =
    typeof ifVersion === "string"
      ? await headersOf(store, key, path, ifVersion, signal)
      : await headersFor(store, path, ifVersion === null, signal);
  return { key, headers };
}

/** The headers of the version to replace. Throws `stale` when it is known to be gone. */
async function headersOf(
  store: Store,
  key: string,
  path: Path,
  version: string,
  signal: AbortSignal | undefined,
): Promise<KeptHeaders> {
  const known = store.honors.replace && canBeVersion(version) ? store.objects.memory.recall(key, version) : undefined;
  if (known) return known;
  const found = await headAt(store, path, signal);
  if (found?.version === version) return found.headers;
  if (!found && (await isFolderAt(store, path, signal))) throw failed.isFolder(path);
  throw failed.stale(path, found?.version ?? null);
}

/** The headers of what is there now, if something is; a new file's place is checked. */
async function headersFor(
  store: Store,
  path: Path,
  mustBeNew: boolean,
  signal: AbortSignal | undefined,
): Promise<KeptHeaders | undefined> {
  const place = checkPlace(store, path, signal).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const found = await headAt(store, path, signal);
  if (found && mustBeNew) throw failed.alreadyExists(path);
  const blocked = await place;
  if (!found && blocked) throw blocked.error;
  return found?.headers;
}

/** One request when it is small, or when the store would not honor the condition on many. */
export async function put(store: Store, whole: Parameters<typeof putWhole>[2]): Promise<string | undefined> {
  const { client, objects, partSize, concurrency, honors, late } = store;
  const condition = honored(honors, whole.condition);
  const isLarge = whole.bytes.length > partSize;
  if (isLarge && (condition === undefined || (await late.completes()))) {
    return putParts(client, objects, { ...whole, parts: partsOf(whole.bytes, partSize), condition }, concurrency);
  }
  return putWhole(client, objects, { ...whole, condition });
}

/** Conditions that this store supports; the rest was compared before, which is the best it allows. */
export function honored({ create, replace }: Store["honors"], condition: Condition): Condition {
  return (condition === null ? create : replace) ? condition : undefined;
}

export const staleNow = async (store: Store, path: Path) =>
  failed.stale(path, (await headAt(store, path))?.version ?? null);
