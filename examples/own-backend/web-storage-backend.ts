import { type Backend, comparePaths, dirname, type Entry, isWithin, type Path, ToolError } from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-kit";
import {
  alreadyExists,
  isFile,
  isFolder,
  isRoot,
  needsRecursive,
  notFound,
  sliceRange,
  stale,
  throwIfAborted,
} from "@holdall/tool-kit/backends";

/** What this needs of `localStorage` or `sessionStorage`; any map of texts can offer it. */
export type TextStore = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/**
 * Files in Web Storage, a key each: `file:/notes.md` holds the bytes in base64. Folders are there as long as a file lies in them.
 * A version is the content's hash. Checking it and writing is one synchronous step, which nobody in this page can come between.
 */
export function webStorageBackend(store: TextStore): Backend {
  const key = (path: Path) => `file:${path}`;
  const load = (path: Path) => {
    const text = store.getItem(key(path));
    return text === null ? undefined : fromBase64(text);
  };
  const paths = (): Path[] =>
    Array.from({ length: store.length }, (_, index) => store.key(index) ?? "")
      .filter((name) => name.startsWith("file:"))
      .map((name) => name.slice("file:".length) as Path)
      .sort(comparePaths);
  const below = (folder: Path) => paths().filter((path) => path !== folder && isWithin(path, folder));
  const hasFolder = (path: Path) => path === "/" || below(path).length > 0;

  /** The file at a path, or the error that says what is there instead. */
  const open = (path: Path): Uint8Array => {
    const bytes = load(path);
    if (bytes) return bytes;
    throw hasFolder(path) ? isFolder(path) : notFound(path);
  };

  return {
    name: "web-storage",
    can: { write: true, compareAndSwap: true, emptyDirectories: false, caseSensitive: true },

    async stat(path, io) {
      throwIfAborted(io);
      const bytes = load(path);
      if (bytes) return { kind: "file", size: bytes.length, ...(io?.version && { version: contentHash(bytes) }) };
      return hasFolder(path) ? { kind: "directory", size: 0 } : null;
    },

    async read(path, io) {
      throwIfAborted(io);
      const bytes = open(path);
      return { bytes: sliceRange(bytes, io?.range), version: contentHash(bytes), size: bytes.length };
    },

    async write(path, bytes, io) {
      throwIfAborted(io);
      for (let above = dirname(path); above !== "/"; above = dirname(above)) if (load(above)) throw isFile(above);
      if (hasFolder(path)) throw isFolder(path);
      expectVersion(path, load(path), io?.ifVersion);
      try {
        store.setItem(key(path), toBase64(bytes));
      } catch (cause) {
        const message = `${path} does not fit into this page's storage any more.`;
        throw new ToolError("too_large", message, { hint: "Delete what is not needed.", cause });
      }
      return { version: contentHash(bytes) };
    },

    async remove(path, io) {
      throwIfAborted(io);
      if (path === "/") throw isRoot(path);
      const inside = below(path);
      if (inside.length > 0 && !io?.recursive) throw needsRecursive(path);
      if (inside.length === 0) expectVersion(path, open(path), io?.ifVersion);
      for (const file of inside.length > 0 ? inside : [path]) store.removeItem(key(file));
    },

    async *list(path, io) {
      throwIfAborted(io);
      if (!hasFolder(path)) throw load(path) ? isFile(path) : notFound(path);
      const entries = new Map<Path, Entry>();
      for (const file of below(path)) {
        entries.set(file, { path: file, kind: "file", size: load(file)?.length ?? 0 });
        for (let above = dirname(file); above !== path; above = dirname(above))
          entries.set(above, { path: above, kind: "directory" });
      }
      for (const entry of [...entries.values()].sort((a, b) => comparePaths(a.path, b.path))) {
        throwIfAborted(io);
        if (io?.recursive || dirname(entry.path) === path) yield entry;
      }
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

function fromBase64(base64: string): Uint8Array {
  const text = atob(base64);
  return new Uint8Array(text.length).map((_, at) => text.charCodeAt(at));
}

/** Compare what a writer expects with what is there; `null` means that nothing may be. */
function expectVersion(path: Path, bytes: Uint8Array | undefined, expected: string | null | undefined): void {
  if (expected === undefined) return;
  if (expected === null && bytes) throw alreadyExists(path);
  const version = bytes ? contentHash(bytes) : null;
  if (expected !== version) throw stale(path, version);
}
