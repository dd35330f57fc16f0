import { type Backend, isWithin, type Path, ToolError } from "@holdall/tool-core";
import { encodeKey } from "../client/address.ts";
import * as failed from "../client/errors.ts";
import { keyPages } from "../listing/pages.ts";
import { commit } from "../objects/commit.ts";
import { versionOf } from "../objects/conditions.ts";
import { eachBounded } from "./each-bounded.ts";
import { removeObject } from "./remove.ts";
import { checkPlace, headAt, isFolderAt, type Store } from "./store.ts";
import { put, staleNow } from "./write-file.ts";

type MoveIo = NonNullable<Parameters<NonNullable<Backend["move"]>>[2]>;

interface Moved {
  readonly from: Path;
  readonly to: Path;
  /** The version that is copied, and that alone is removed. */
  readonly version: string;
  copy?: string;
}

/**
 * Copy within the store, then remove what was copied. A store has no step for both: until the end both are there, and
 * a failure takes the copies back. A file that is changed meanwhile stays where it was.
 */
export async function move(store: Store, bucket: string, from: Path, to: Path, io: MoveIo): Promise<void> {
  const { signal, overwrite = false } = io;
  if (from === "/" || to === "/") throw failed.isRoot("/" as Path);
  if (store.keys.key(to) === undefined) throw failed.badName(to);
  const [source, isFolder, target, targetIsFolder] = await Promise.all([
    headAt(store, from, signal),
    isFolderAt(store, from, signal),
    headAt(store, to, signal),
    isFolderAt(store, to, signal),
  ]);
  if (!source && !isFolder) throw failed.notFound(from);
  if ((target || targetIsFolder) && !overwrite) throw failed.alreadyExists(to);
  if (targetIsFolder) throw failed.isFolder(to);
  if (target && !source) throw failed.isFile(to);
  if (from === to) return;
  if (isWithin(to, from)) throw source ? failed.isFile(from) : failed.intoItself(from, to);
  if (!target) await checkPlace(store, to, signal);

  const files: Moved[] = source ? [{ from, to, version: source.version }] : await filesBelow(store, from, to, signal);
  try {
    await eachBounded(files, store.concurrency, async (file, stopped) => {
      const either = signal ? AbortSignal.any([signal, stopped]) : stopped;
      file.copy = await copy(store, bucket, file, target ? undefined : null, either);
    });
  } catch (error) {
    throw await reclaim(store, target ? [] : files, error);
  }
  await removeSources(store, files, target !== null);
}

async function filesBelow(store: Store, from: Path, to: Path, signal: AbortSignal | undefined): Promise<Moved[]> {
  const { client, keys } = store;
  const files: Moved[] = [];
  for await (const page of keyPages(client, keys.below(from), { signal })) {
    for (const { key, version = "" } of page) {
      const path = keys.path(key);
      files.push({ from: path, to: (to + path.slice(from.length)) as Path, version: versionOf(version) });
    }
  }
  return files;
}

/** Copy one version, onto nothing or onto whatever is there; the version of the copy. */
async function copy(
  store: Store,
  bucket: string,
  { from, to, version }: Moved,
  condition: null | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { client, objects, keys, late } = store;
  const [source, key] = [keys.key(from) ?? "", keys.key(to)];
  if (key === undefined) throw failed.badName(to);
  let made: string | undefined;
  if (condition === undefined || (await late.copies())) {
    made = await commit(client, objects, {
      method: "PUT",
      key,
      path: to,
      headers: {
        "x-amz-copy-source": `/${bucket}/${encodeKey(source)}`,
        "x-amz-copy-source-if-match": `"${version}"`,
      },
      condition,
      signal,
      isOwn: (found) => found.version === version,
    });
  } else {
    const whole = await objects.get(source, from, { start: 0, end: Number.POSITIVE_INFINITY }, { signal, version });
    if (!whole) throw failed.stale(from, null);
    const headers = objects.memory.recall(source, whole.version);
    made = await put(store, { key, path: to, bytes: new Uint8Array(whole.bytes), condition, headers, signal });
  }
  if (made !== undefined) return made;
  const now = await headAt(store, from);
  throw now?.version === version ? failed.alreadyExists(to) : failed.stale(from, now?.version ?? null);
}

/** Remove the copies that have not changed since. Returns the error, with the copies that are left if there are any. */
async function reclaim(store: Store, files: readonly Moved[], error: unknown): Promise<unknown> {
  const left: Path[] = [];
  await eachBounded(files, store.concurrency, async ({ to, copy: version }) => {
    if (version === undefined) return;
    if (!(await removeObject(store, to, version).catch(() => false))) left.push(to);
  });
  if (left.length === 0) return error;
  const hint = "Nothing was removed from the old location. Look at the copies, and delete them before you try again.";
  return failed.halfDone(error, `${left.length} copies are left, ${left.sort()[0]} first.`, hint, { left });
}

/** Throws when a source stays; when all do, and nothing was replaced, the copies go again. */
async function removeSources(store: Store, files: readonly Moved[], hasReplaced: boolean): Promise<void> {
  const left: Moved[] = [];
  let reason: unknown;
  await eachBounded(files, store.concurrency, async (file) => {
    const isRemoved = await removeObject(store, file.from, file.version).catch((error: unknown) => {
      reason = error;
      return false;
    });
    if (!isRemoved) left.push(file);
  });
  const [first] = left;
  if (!first) return;
  if (left.length === files.length && !hasReplaced) {
    throw await reclaim(store, files, reason ?? (await staleNow(store, first.from)));
  }
  const paths = left.map(({ from }) => from).sort();
  const some = paths.slice(0, 5).join(", ") + (paths.length > 5 ? ", …" : "");
  throw new ToolError("unavailable", `${left.length} of ${files.length} files were copied, but not removed: ${some}.`, {
    hint: "They are in both locations and may have changed in the old one. Check both, and delete what you do not want.",
    data: { left: left.map(({ from, to }) => ({ from, to })) },
    cause: reason,
  });
}
