import type { Path } from "@holdall/tool-core";

/** From paths to keys: `/a/b` is the key `a/b` below the prefix. */
export interface Keys {
  /** Undefined for what no key can be: more than 1024 bytes, or half a character. The root has none of its own. */
  key(path: Path): string | undefined;
  /** What the keys of everything in a folder begin with. */
  below(path: Path): string;
  /** The path of a key of this prefix that `listable` names. */
  path(key: string): Path;
}

export function createKeys(base: string): Keys {
  return {
    key(path) {
      const key = base + path.slice(1);
      return path !== "/" && key.isWellFormed() && new TextEncoder().encode(key).length <= 1024 ? key : undefined;
    },
    below: (path) => (path === "/" ? base : `${base}${path.slice(1)}/`),
    path: (key) => `/${key.slice(base.length)}` as Path,
  };
}

/** Folders on the way to a path, without the root. */
export function parentsOf(path: Path): Path[] {
  const parents: Path[] = [];
  for (let at = path.indexOf("/", 1); at !== -1; at = path.indexOf("/", at + 1))
    parents.push(path.slice(0, at) as Path);
  return parents;
}
