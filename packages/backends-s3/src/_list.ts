import type { Backend, Entry, Path } from "@holdall/tool-core";
import { arrangeEntries } from "./_arrange-entries.ts";
import * as failed from "./_errors.ts";
import { holdsKeys, keyPages, type ListedKey } from "./_pages.ts";
import { probeName } from "./_probe.ts";
import { headAt, type Store } from "./_store.ts";

type ListIo = NonNullable<Parameters<Backend["list"]>[1]>;

/** List as the contract says, a request per page. Keys that no path can name are left out. */
export async function* list(
  store: Store,
  path: Path,
  { recursive, signal }: ListIo,
): AsyncGenerator<Entry, void, void> {
  const { client, keys } = store;
  const isRoot = path === "/";
  if (!isRoot && keys.key(path) === undefined) throw failed.notFound(path);
  const prefix = keys.below(path);
  let isEmpty = true;

  async function* names(): AsyncGenerator<ListedKey, void, void> {
    for await (const page of keyPages(client, prefix, { shallow: !recursive, signal })) {
      if (page.length > 0) isEmpty = false;
      for (const listed of page) {
        const key = listed.key.slice(prefix.length);
        if (!isRoot || !key.startsWith(probeName)) yield { ...listed, key };
      }
    }
  }

  yield* arrangeEntries(names(), {
    at: (name) => `${isRoot ? "" : path}/${name}` as Path,
    isFolder: (name) => holdsKeys(client, `${prefix}${name}/`, signal),
  });
  if (isEmpty && !isRoot) throw (await headAt(store, path, signal)) ? failed.isFile(path) : failed.notFound(path);
}
