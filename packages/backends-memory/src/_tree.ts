import { comparePaths, type Entry, type Path, toPath } from "@holdall/tool-core";

export interface FileNode {
  readonly kind: "file";
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly modified: number;
}

export interface FolderNode {
  readonly kind: "directory";
  readonly children: Map<string, Node>;
  /** The names of `children` in listing order; dropped when a name comes or goes. */
  sorted: readonly string[] | undefined;
  modified: number;
}

export type Node = FileNode | FolderNode;

export const folderNode = (): FolderNode => ({
  kind: "directory",
  children: new Map(),
  sorted: undefined,
  modified: Date.now(),
});

export const segments = (path: Path): string[] => (path === "/" ? [] : path.slice(1).split("/"));

export const childPath = (path: Path, name: string): Path => toPath(path === "/" ? `/${name}` : `${path}/${name}`);

/** The node at a path, or undefined when a part of the way is missing or a file. */
export function find(root: FolderNode, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const name of segments(path)) node = node?.kind === "directory" ? node.children.get(name) : undefined;
  return node;
}

/** Hang a node into a folder, or take it away with `undefined`. */
export function setChild(folder: FolderNode, name: string, node: Node | undefined): void {
  const known = folder.children.has(name);
  if (node) folder.children.set(name, node);
  else folder.children.delete(name);
  if (known !== (node !== undefined)) {
    folder.sorted = undefined;
    folder.modified = Date.now();
  }
}

/**
 * The steps of a listing in order. A folder's contents sort as `name/…`, after siblings such as `name-b` and `name.b`,
 * so a folder has two positions: `name` for itself and `name/` for its content.
 */
export function listingSteps(folder: FolderNode, recursive: boolean): readonly string[] {
  folder.sorted ??= [...folder.children]
    .flatMap(([name, { kind }]) => (kind === "directory" ? [name, `${name}/`] : [name]))
    .sort(comparePaths);
  return recursive ? folder.sorted : folder.sorted.filter((step) => !step.endsWith("/"));
}

export const describe = ({ kind, modified }: Node) => ({ kind, modified });

export const describeEntry = (node: Node, path: Path): Entry => ({
  path,
  ...describe(node),
  size: node.kind === "file" ? node.bytes.length : 0,
});
