import { type FolderEntry, ruleFiles } from "@holdall/pattern-core";
import { comparePaths, type Entry, type Path, relativePath } from "@holdall/tool-core";
import type { Store } from "../file/store.ts";
import { list } from "./list.ts";
import { keyPages } from "./pages.ts";

const ruleNames: ReadonlySet<string> = new Set(ruleFiles);
/** Entries that are looked at before their turn, at most. */
const maxAhead = 1000;

/** A recursive listing, one request for a page, that can be looked at before its turn. */
export function createListing(store: Store, root: Path, signal: AbortSignal | undefined) {
  let entries = list(store, root, { recursive: true, signal });
  let ahead: Entry[] = [];

  const at = async (index: number): Promise<Entry | undefined> => {
    if (index === ahead.length) {
      const { done, value } = await entries.next();
      if (!done) ahead.push(value);
    }
    return ahead[index];
  };

  return {
    /** The entry whose turn it is; undefined at the end. */
    current: () => at(0),

    advance(): void {
      ahead.shift();
    },

    /** What can hold rules in a folder, whose inside comes now. A request only where other names come in between. */
    async ruleFilesIn(folder: Path): Promise<FolderEntry[]> {
      const found: FolderEntry[] = [];
      const last = childPath(folder, ".ignore");
      for (let index = 0; index < maxAhead; index++) {
        const entry = await at(index);
        if (!entry || comparePaths(entry.path, last) > 0) return found;
        const name = relativePath(entry.path, folder);
        if (ruleNames.has(name)) found.push({ name, kind: entry.kind });
      }
      return ruleFilesAt(store, folder, signal);
    },

    /** Continue after a folder, unless the listing is already there. */
    async passOver(folder: Path): Promise<void> {
      const behind = `${folder}/\u{10ffff}`;
      if (comparePaths(ahead.at(-1)?.path ?? "", behind) > 0) return;
      await entries.return();
      entries = list(store, root, { recursive: true, after: behind, signal });
      ahead = [];
    },

    close: () => entries.return(),
  };
}

/** What can hold rules in a folder: one request. */
export async function ruleFilesAt(
  { client, keys }: Store,
  folder: Path,
  signal: AbortSignal | undefined,
): Promise<FolderEntry[]> {
  const below = keys.below(folder);
  const found: FolderEntry[] = [];
  for await (const page of keyPages(client, `${below}.`, { shallow: true, signal })) {
    for (const { key } of page) {
      const isFolder = key.endsWith("/");
      const name = key.slice(below.length, isFolder ? -1 : undefined);
      if (ruleNames.has(name)) found.push({ name, kind: isFolder ? "directory" : "file" });
    }
  }
  return found;
}

const childPath = (folder: Path, name: string): string => (folder === "/" ? `/${name}` : `${folder}/${name}`);
