import type { Entry, Path } from "@holdall/tool-core";
import type { ListedKey } from "./pages.ts";

/** A place in the listing. An open one is a folder if something is found in it, else nothing. */
interface PendingEntry {
  readonly name: string;
  entry: Entry | undefined;
  open: boolean;
}

export interface ArrangeOptions {
  /** The path of a name in this listing. */
  at(name: string): Path;
  /** Whether there is anything in a folder; asked only when more than `bound` entries wait for the answer. */
  isFolder(name: string): Promise<boolean>;
  /** Entries held back at most. */
  readonly bound?: number;
}

/**
 * Keys in the order of their bytes → entries in the order of their paths, with the folders they imply.
 * The key `a-b` comes before `a/c`, but the folder `a` before both: after `a-b` it is open whether there is a folder
 * `a`, and what follows is held back until a key tells.
 */
export async function* arrangeEntries(
  keys: AsyncIterable<ListedKey>,
  { at, isFolder, bound = 1000 }: ArrangeOptions,
): AsyncGenerator<Entry, void, void> {
  const held: PendingEntry[] = [];
  let open: PendingEntry[] = [];
  let previous = "";

  const folder = (name: string): Entry => ({ path: at(name), kind: "directory" });
  const resolveEntry = (place: PendingEntry, isThere: boolean) => {
    if (place.open && isThere) place.entry = folder(place.name);
    place.open = false;
  };
  function* resolvedEntries(): Generator<Entry> {
    while (held[0] && !held[0].open) {
      const { entry } = held.shift() as PendingEntry;
      if (entry) yield entry;
    }
  }

  for await (const { key, size, modified } of keys) {
    const name = usablePart(key);
    open = open.filter((place) => {
      const next = name.startsWith(place.name) ? name.charAt(place.name.length) : "";
      const isUndecided = next !== "" && next < "/";
      if (!isUndecided) resolveEntry(place, next === "/");
      return isUndecided;
    });
    // What ends where the previous key still agreed has had its place before.
    for (let i = commonLength(previous, name) + 1; i < name.length; i++) {
      if (name.charAt(i) > "/") continue;
      const part = name.slice(0, i);
      if (name.charAt(i) === "/") held.push({ name: part, entry: folder(part), open: false });
      else if (!/(^|\/)(\.\.?)?$/.test(part)) {
        const place = { name: part, entry: undefined, open: true };
        held.push(place);
        open.push(place);
      }
    }
    if (name !== "" && !name.endsWith("/")) {
      const entry: Entry = {
        path: at(name),
        kind: "file",
        ...(size !== undefined && { size }),
        ...(modified !== undefined && !Number.isNaN(modified) && { modified }),
      };
      held.push({ name, entry, open: false });
    }
    if (name !== "") previous = name;
    const [first] = held;
    if (first?.open && held.length > bound) resolveEntry(first, await isFolder(first.name));
    yield* resolvedEntries();
  }
  for (const place of open) resolveEntry(place, false);
  yield* resolvedEntries();
}

/** The beginning of a key that can be a path: up to a segment that is empty, `.` or `..`, or holds a NUL. */
function usablePart(key: string): string {
  const bad = /(^|\/)(\/|\.\.?(\/|$)|[^/]*\0)/.exec(key);
  return bad ? key.slice(0, bad.index + (bad[1]?.length ?? 0)) : key;
}

function commonLength(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}
