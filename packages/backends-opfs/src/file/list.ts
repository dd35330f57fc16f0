import { comparePaths, type Entry, type Path } from "@holdall/tool-core";
import { tempFolder } from "../shared/names.ts";
import { childPath, type Folder, type Handle, unless } from "../shared/tree.ts";

/** Files whose sizes are asked for at once. */
const batch = 64;

interface ListingStep {
  readonly path: Path;
  readonly handle: Handle;
  /** Where it is in the order; what is in a folder comes at `path/`, after siblings such as `path-b`. */
  readonly key: string;
}

/** What is in a folder, in listing order. */
async function stepsOf(folder: Folder, path: Path, recursive: boolean): Promise<ListingStep[]> {
  const steps: ListingStep[] = [];
  for await (const [name, handle] of folder.entries()) {
    if (name === tempFolder) continue;
    const at = childPath(path, name);
    steps.push({ path: at, handle, key: at });
    if (recursive && handle.kind === "directory") steps.push({ path: at, handle, key: `${at}/` });
  }
  return steps.sort((a, b) => comparePaths(a.key, b.key));
}

/** Undefined for a place of contents, and for a file that has gone meanwhile. */
async function entryOf({ path, handle, key }: ListingStep): Promise<Entry | undefined> {
  if (key !== path) return undefined;
  if (handle.kind === "directory") return { path, kind: "directory", size: 0 };
  const file = await unless("NotFoundError", handle.getFile());
  return file && { path, kind: "file", size: file.size, modified: file.lastModified };
}

/** Runs every access under a lock; none is held while the caller has the word. */
export type WithLock = <T>(work: () => Promise<T>) => Promise<T>;

/** List a folder; one that disappeared in the meantime is empty. */
export async function* list(folder: Folder, path: Path, recursive: boolean, look: WithLock): AsyncGenerator<Entry> {
  const steps = (await look(() => unless("NotFoundError", stepsOf(folder, path, recursive)))) ?? [];
  for (let at = 0; at < steps.length; at += batch) {
    const part = steps.slice(at, at + batch);
    const entries = await look(() => Promise.all(part.map(entryOf)));
    for (const [index, { handle, path, key }] of part.entries()) {
      const entry = entries[index];
      if (entry) yield entry;
      else if (handle.kind === "directory" && key !== path) yield* list(handle, path, recursive, look);
    }
  }
}
