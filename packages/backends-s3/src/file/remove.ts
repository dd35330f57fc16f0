import type { Backend, Path } from "@holdall/tool-core";
import { namespace } from "../client/address.ts";
import * as failed from "../client/errors.ts";
import { md5Base64 } from "../client/md5.ts";
import { childText, escapeXml, fitsXml, parseXml } from "../client/xml.ts";
import { keyPages } from "../listing/pages.ts";
import { canBeVersion } from "../objects/conditions.ts";
import { eachBounded } from "./each-bounded.ts";
import { headAt, isFolderAt, type Store } from "./store.ts";
import { staleNow } from "./write-file.ts";

type RemoveIo = NonNullable<Parameters<Backend["remove"]>[1]>;

/** Remove as the contract says. */
export async function remove(store: Store, path: Path, { recursive, ifVersion, signal }: RemoveIo): Promise<void> {
  if (path === "/") throw failed.isRoot(path);
  const found = await headAt(store, path, signal);
  if (found) {
    if (ifVersion !== undefined && found.version !== ifVersion) throw failed.stale(path, found.version);
    if (!(await removeObject(store, path, ifVersion, signal))) throw await staleNow(store, path);
    if (!recursive) return;
  } else if (!recursive || ifVersion !== undefined) {
    const isFolder = await isFolderAt(store, path, signal);
    if (!isFolder) throw failed.notFound(path);
    throw recursive ? failed.isFolder(path) : failed.needsRecursive(path);
  }
  const count = await removeBelow(store, path, signal);
  if (!found && count === 0) throw failed.notFound(path);
}

/** Delete one object, if it is still the version given; false when not. */
export async function removeObject(
  { objects, keys, honors }: Store,
  path: Path,
  ifVersion: string | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const version = honors.remove && ifVersion !== undefined && canBeVersion(ifVersion) ? ifVersion : undefined;
  return objects.delete(keys.key(path) ?? "", path, { version, signal });
}

const batchesAtOnce = 4;

/** Delete every key of a folder, a page of the listing at a time; how many there were. */
async function removeBelow(store: Store, folder: Path, signal: AbortSignal | undefined): Promise<number> {
  const { client, keys } = store;
  if (keys.key(folder) === undefined) return 0;
  let count = 0;
  try {
    await eachBounded(keyPages(client, keys.below(folder), { signal }), batchesAtOnce, async (page, stopped) => {
      count += page.length;
      const names = page.map(({ key }) => key);
      const either = signal ? AbortSignal.any([signal, stopped]) : stopped;
      const left = await deleteBatch(store, folder, names, either);
      await eachBounded(left, store.concurrency, async (key) => {
        await store.objects.delete(key, keys.path(key), { signal: either });
      });
    });
  } catch (error) {
    const hint = `List ${folder} to see what is left, and remove it again to continue.`;
    throw count === 0 ? error : failed.halfDone(error, `A part of ${folder} may be removed already.`, hint);
  }
  return count;
}

/** Delete up to a thousand keys in one request; gives back those that have to be deleted one by one. */
async function deleteBatch(
  { client }: Store,
  path: Path,
  names: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const [writable, odd] = [names.filter(fitsXml), names.filter((name) => !fitsXml(name))];
  if (writable.length < 2) return [...names];
  const objects = writable.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join("");
  const body = new TextEncoder().encode(`<Delete xmlns="${namespace}"><Quiet>true</Quiet>${objects}</Delete>`);
  const headers = { "content-type": "application/xml", "content-md5": md5Base64(body) };
  const answers = [400, 405, 501];
  const answer = await client.send({
    method: "POST",
    path,
    query: { delete: "" },
    headers,
    body,
    signal,
    answers,
    commits: true,
  });
  if (answer.status >= 300) return [...names];
  const refused = parseXml(new TextDecoder().decode(answer.bytes)).children.filter(({ name }) => name === "Error");
  return [...odd, ...refused.map((error) => childText(error, "Key") ?? "").filter((key) => key !== "")];
}
