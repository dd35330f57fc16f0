import {
  type Backend,
  basename,
  dirname,
  type Entry,
  type Io,
  isWithin,
  type Path,
  type Stat,
  toPath,
} from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-kit";
import * as failed from "@holdall/tool-kit/backends";
import { sliceRange, throwIfAborted } from "@holdall/tool-kit/backends";
import {
  childPath,
  describe,
  describeEntry,
  type FolderNode,
  find,
  folderNode,
  listingSteps,
  type Node,
  segments,
  setChild,
} from "./_tree.ts";
import { createWatchers } from "./_watchers.ts";

export interface MemoryBackendOptions {
  /** The initial files: path to text (stored as UTF-8) or bytes. All have the time of creation. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly name?: string;
}

/**
 * Create a backend that stores files in memory, below `/`. Names are exact: case and Unicode form matter. A version is a hash
 * of the content, so writing the same content again restores its version.
 */
export function memoryBackend({ files = {}, name = "memory" }: MemoryBackendOptions = {}): Backend {
  const root = folderNode();
  const watchers = createWatchers();

  const fileAt = (path: Path) => {
    const node = find(root, path);
    if (!node) throw failed.notFound(path);
    if (node.kind === "directory") throw failed.isFolder(path);
    return node;
  };

  const folderAt = (path: Path) => {
    const node = find(root, path);
    if (!node) throw failed.notFound(path);
    if (node.kind === "file") throw failed.isFile(path);
    return node;
  };

  const makeFolder = (path: Path): FolderNode => {
    let folder = root;
    let at = toPath("/");
    for (const segment of segments(path)) {
      at = childPath(at, segment);
      const next = folder.children.get(segment) ?? folderNode();
      if (next.kind === "file") throw failed.isFile(at);
      setChild(folder, segment, next);
      folder = next;
    }
    return folder;
  };

  /** Refuse before anything is made: a parent that is a file leaves no new folders behind. */
  const checkParents = (path: Path) => {
    let at = dirname(path);
    while (!find(root, at)) at = dirname(at);
    if (find(root, at)?.kind === "file") throw failed.isFile(at);
  };

  const put = (path: Path, node: Node) => setChild(makeFolder(dirname(path)), basename(path), node);

  const putFile = (path: Path, bytes: Uint8Array, modified = Date.now()): string => {
    checkParents(path);
    const owned = new Uint8Array(bytes);
    const version = contentHash(owned);
    put(path, { kind: "file", bytes: owned, version, modified });
    watchers.tell(path, "changed");
    return version;
  };

  const drop = (path: Path) => {
    const folder = find(root, dirname(path));
    if (folder?.kind === "directory") setChild(folder, basename(path), undefined);
    watchers.tell(path, "removed");
  };

  const created = Date.now();
  for (const [path, content] of Object.entries(files)) {
    putFile(toPath(path), typeof content === "string" ? new TextEncoder().encode(content) : content, created);
  }

  return {
    name,
    can: { write: true, compareAndSwap: true, emptyDirectories: true, caseSensitive: true },

    async stat(path, io) {
      throwIfAborted(io);
      const node = find(root, path);
      if (!node) return null;
      const stat: Stat = { ...describe(node), size: node.kind === "file" ? node.bytes.length : 0 };
      return io?.version && node.kind === "file" ? { ...stat, version: node.version } : stat;
    },

    async read(path, io) {
      throwIfAborted(io);
      const { bytes, version } = fileAt(path);
      return { bytes: sliceRange(bytes, io?.range), version, size: bytes.length };
    },

    async write(path, bytes, io) {
      throwIfAborted(io);
      const ifVersion = io?.ifVersion;
      const node = find(root, path);
      if (node?.kind === "directory") throw failed.isFolder(path);
      if (ifVersion === null && node) throw failed.alreadyExists(path);
      if (typeof ifVersion === "string" && node?.version !== ifVersion) throw failed.stale(path, node?.version ?? null);
      return { version: putFile(path, bytes) };
    },

    async remove(path, io) {
      throwIfAborted(io);
      if (path === "/") throw failed.isRoot(path);
      const node = find(root, path);
      if (!node) throw failed.notFound(path);
      if (node.kind === "directory" && !io?.recursive) throw failed.needsRecursive(path);
      if (io?.ifVersion !== undefined) {
        if (node.kind === "directory") throw failed.isFolder(path);
        if (node.version !== io.ifVersion) throw failed.stale(path, node.version);
      }
      drop(path);
    },

    async *list(path, io) {
      throwIfAborted(io);
      yield* entries(folderAt(path), path, io ?? {});
    },

    async *glob(path, query, io) {
      throwIfAborted(io);
      folderAt(path);
      const { glob } = await import("./_walks.ts");
      yield* glob(root, path, query, io);
    },

    async *search(path, query, text, io) {
      throwIfAborted(io);
      folderAt(path);
      const { search } = await import("./_walks.ts");
      yield* search(root, path, query, text, io);
    },

    async createDirectory(path, io) {
      throwIfAborted(io);
      const node = find(root, path);
      if (node?.kind === "file") throw failed.isFile(path);
      if (node) return;
      checkParents(path);
      makeFolder(path);
      watchers.tell(path, "changed");
    },

    async move(from, to, io) {
      throwIfAborted(io);
      if (from === "/" || to === "/") throw failed.isRoot(toPath("/"));
      const node = find(root, from);
      if (!node) throw failed.notFound(from);
      const target = find(root, to);
      if (target && !io?.overwrite) throw failed.alreadyExists(to);
      if (target?.kind === "directory") throw failed.isFolder(to);
      if (target && node.kind === "directory") throw failed.isFile(to);
      if (from === to) return;
      if (isWithin(to, from)) throw node.kind === "file" ? failed.isFile(from) : failed.intoItself(from, to);
      checkParents(to);
      put(to, node);
      drop(from);
      watchers.tell(to, "changed");
    },

    watch: (path, { signal }) => watchers.watch(path, signal),
  };

  async function* entries(
    folder: FolderNode,
    path: Path,
    io: Io & { readonly recursive?: boolean | undefined },
  ): AsyncGenerator<Entry> {
    for (const step of listingSteps(folder, io.recursive ?? false)) {
      throwIfAborted(io);
      const name = step.endsWith("/") ? step.slice(0, -1) : step;
      const child = folder.children.get(name);
      if (!child) continue;
      const at = childPath(path, name);
      if (name === step) yield describeEntry(child, at);
      else if (child.kind === "directory") yield* entries(child, at, io);
    }
  }
}
