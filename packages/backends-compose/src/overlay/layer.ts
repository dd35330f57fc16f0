import { type Backend, comparePaths, dirname, isWithin, type Path, toPath } from "@holdall/tool-core";
import { begin, isFolder, notFound } from "../shared/errors.ts";
import { lineage } from "../shared/paths.ts";

interface FileNode {
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly modified: number;
}

/** The default storage of an overlay. It relies on its caller to check kinds. */
export function memoryLayer(): Backend {
  const nodes = new Map<Path, FileNode | "folder">([[toPath("/"), "folder"]]);
  let sorted: readonly Path[] | undefined;
  let writes = 0;

  const set = (path: Path, node: FileNode | "folder") => {
    if (!nodes.has(path)) sorted = undefined;
    nodes.set(path, node);
  };
  const makeFolders = (path: Path) => {
    for (const at of lineage(path)) set(at, "folder");
  };
  const describe = (node: FileNode | "folder") =>
    node === "folder"
      ? ({ kind: "directory", size: 0 } as const)
      : ({ kind: "file", size: node.bytes.length, modified: node.modified } as const);

  return {
    name: "layer",
    can: { write: true, compareAndSwap: true, emptyDirectories: true, caseSensitive: true },

    async stat(path, io) {
      begin(io);
      const node = nodes.get(path);
      if (!node) return null;
      return { ...describe(node), ...(io?.version && node !== "folder" && { version: node.version }) };
    },

    async read(path, io) {
      begin(io);
      const node = nodes.get(path);
      if (!node) throw notFound(path);
      if (node === "folder") throw isFolder(path);
      const { bytes, version } = node;
      const { start, end } = io?.range ?? { start: 0, end: bytes.length };
      return { bytes: bytes.slice(start, Math.max(start, end)), version, size: bytes.length };
    },

    async write(path, bytes, io) {
      begin(io);
      makeFolders(dirname(path));
      const version = String(++writes);
      set(path, { bytes: new Uint8Array(bytes), version, modified: Date.now() });
      return { version };
    },

    async remove(path, io) {
      begin(io);
      for (const at of [...nodes.keys()]) if (isWithin(at, path)) nodes.delete(at);
      sorted = undefined;
    },

    async *list(path, io) {
      begin(io);
      sorted ??= [...nodes.keys()].sort(comparePaths);
      for (const at of sorted) {
        if (at === path || !(io?.recursive ? isWithin(at, path) : dirname(at) === path)) continue;
        const node = nodes.get(at);
        if (node) yield { path: at, ...describe(node) };
      }
    },

    async createDirectory(path, io) {
      begin(io);
      makeFolders(path);
    },
  };
}
