import { type Backend, comparePaths, type Entry, type Path } from "@holdall/tool-core";
import { probeName } from "../_probe.ts";
import * as failed from "../client/errors.ts";
import { headAt, type Store } from "../file/store.ts";
import { arrangeEntries } from "./arrange-entries.ts";
import { holdsKeys, keyPages, type ListedKey } from "./pages.ts";

interface ListIo extends NonNullable<Parameters<Backend["list"]>[1]> {
  /** Only what sorts behind this. */
  readonly after?: string | undefined;
}

/** List as the contract says, a request per page. Keys that no path can name are left out. */
export async function* list(
  store: Store,
  path: Path,
  { recursive, after, signal }: ListIo,
): AsyncGenerator<Entry, void, void> {
  const { client, keys } = store;
  const isRoot = path === "/";
  if (!isRoot && keys.key(path) === undefined) throw failed.notFound(path);
  const prefix = keys.below(path);
  const afterKey = after && prefix + after.slice(isRoot ? 1 : path.length + 1);
  let isEmpty = after === undefined;

  async function* names(): AsyncGenerator<ListedKey, void, void> {
    for await (const page of keyPages(client, prefix, { shallow: !recursive, after: afterKey, signal })) {
      if (page.length > 0) isEmpty = false;
      for (const listed of page) {
        const key = listed.key.slice(prefix.length);
        if (!isRoot || !key.startsWith(probeName)) yield { ...listed, key };
      }
    }
  }

  const entries = arrangeEntries(names(), {
    at: (name) => `${isRoot ? "" : path}/${name}` as Path,
    isFolder: (name) => holdsKeys(client, `${prefix}${name}/`, signal),
  });
  for await (const entry of entries) if (after === undefined || comparePaths(entry.path, after) > 0) yield entry;
  if (isEmpty && !isRoot) throw (await headAt(store, path, signal)) ? failed.isFile(path) : failed.notFound(path);
}
