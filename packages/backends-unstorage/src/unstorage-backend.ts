import {
  abortedError,
  type Backend,
  comparePaths,
  dirname,
  type Entry,
  type Io,
  type Path,
  toPath,
} from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-kit";
import { sliceRange } from "@holdall/tool-kit/backends";
import { createStorage, type Driver, type Storage } from "unstorage";
import * as failed from "./_errors.ts";
import { fileStore } from "./_file-store.ts";
import { lockOf } from "./_read-write-lock.ts";

/** A storage, or a driver to create one. */
export type UnstorageBackendOptions = (
  | { readonly storage: Storage; readonly driver?: never }
  | { readonly driver: Driver; readonly storage?: never }
) & {
  /** Only this process writes to the storage, so that `ifVersion` is reliable. False by default. */
  readonly exclusive?: boolean;
  /** The driver treats `A` and `a` as the same key, like disks on Windows and macOS: capital letters are encoded. False by default. */
  readonly foldsCase?: boolean;
  readonly name?: string;
};

/**
 * Create a backend that stores files in an unstorage storage, below `/`. A version is a hash of the content. Writes of this
 * process are serialized. Drivers have no compare-and-set, so a write of another process between check and write is lost.
 */
export function unstorageBackend({
  driver,
  storage = createStorage(driver && { driver }),
  exclusive = false,
  foldsCase = false,
  name = "unstorage",
}: UnstorageBackendOptions): Backend {
  const store = fileStore(storage, foldsCase);
  const lock = lockOf(driver ?? storage);

  const isFolder = async (path: Path) => path === "/" || (await store.filesBelow(path)).length > 0;

  /** The file at a path; throws when there is none. */
  const fileAt = async (path: Path) => {
    const bytes = path === "/" ? null : await store.load(path);
    if (bytes) return bytes;
    throw (await isFolder(path)) ? failed.isFolder(path) : failed.notFound(path);
  };

  const checkParents = async (path: Path) => {
    for (let at = dirname(path); at !== "/"; at = dirname(at)) {
      if (await store.load(at)) throw failed.isFile(at);
    }
  };

  return {
    name,
    can: { write: store.writes(toPath("/")), compareAndSwap: exclusive, emptyDirectories: false, caseSensitive: true },

    stat: (path, io) =>
      lock.read(async () => {
        begin(io);
        const bytes = path === "/" ? null : await store.load(path);
        if (!bytes) return (await isFolder(path)) ? { kind: "directory", size: 0 } : null;
        return { kind: "file", size: bytes.length, ...(io?.version && { version: contentHash(bytes) }) };
      }),

    read: (path, io) =>
      lock.read(async () => {
        begin(io);
        const bytes = await fileAt(path);
        const part = io?.range ? sliceRange(bytes, io.range) : bytes;
        return { bytes: part, version: contentHash(bytes), size: bytes.length };
      }),

    write: (path, bytes, io) =>
      lock.write(async () => {
        begin(io);
        if (await isFolder(path)) throw failed.isFolder(path);
        await checkParents(path);
        if (io?.ifVersion !== undefined) {
          const there = await store.load(path);
          if (there && io.ifVersion === null) throw failed.alreadyExists(path);
          if (io.ifVersion !== null) checkVersion(path, there, io.ifVersion);
        }
        const owned = new Uint8Array(bytes);
        const version = contentHash(owned);
        begin(io);
        await store.save(path, owned);
        return { version };
      }),

    remove: (path, io) =>
      lock.write(async () => {
        begin(io);
        if (path === "/") throw failed.isRoot(path);
        const files = await store.filesBelow(path);
        if (files.length > 0 && !io?.recursive) throw failed.needsRecursive(path);
        if (files.length > 0 && io?.ifVersion !== undefined) throw failed.isFolder(path);
        if (files.length === 0) {
          const there = await fileAt(path);
          if (io?.ifVersion !== undefined) checkVersion(path, there, io.ifVersion);
        }
        for (const file of files.length > 0 ? files : [path]) {
          begin(io);
          await store.erase(file);
        }
      }),

    async *list(path, io) {
      const entries = await lock.read(async () => {
        begin(io);
        const files = await store.filesBelow(path);
        if (files.length > 0 || path === "/") return entriesOf(files, path, io?.recursive ?? false);
        throw (await store.load(path)) ? failed.isFile(path) : failed.notFound(path);
      });
      for (const entry of entries) {
        begin(io);
        yield entry;
      }
    },

    ...(driver && { [Symbol.asyncDispose]: () => storage.dispose() }),
  };
}

function begin({ signal }: Io = {}): void {
  if (signal?.aborted) throw abortedError(signal.reason);
}

function checkVersion(path: Path, bytes: Uint8Array | null, expected: string): void {
  const version = bytes && contentHash(bytes);
  if (version !== expected) throw failed.stale(path, version);
}

/** The files below a folder, and the folders they imply, in listing order. */
function entriesOf(files: readonly Path[], folder: Path, recursive: boolean): Entry[] {
  const found = new Map<Path, Entry>();
  for (const file of files) {
    found.set(file, { path: file, kind: "file" });
    for (let at = dirname(file); at !== folder && !found.has(at); at = dirname(at)) {
      found.set(at, { path: at, kind: "directory", size: 0 });
    }
  }
  return [...found.values()]
    .filter(({ path }) => recursive || dirname(path) === folder)
    .sort((a, b) => comparePaths(a.path, b.path));
}
