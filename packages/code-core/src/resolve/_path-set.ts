/** The paths of a code base, by folder and by name. */
export interface PathSet {
  has(path: string): boolean;
  /** The first of the paths that exists. */
  first(candidates: Iterable<string>): string | undefined;
  /** Paths whose file has that name without extension. */
  stemmed(stem: string): readonly string[];
  /** Paths of files that have exactly that name. */
  named(name: string): readonly string[];
  inFolder(folder: string): readonly string[];
}

export function pathSet(paths: Iterable<string>): PathSet {
  const all = new Set(paths);
  let stems: Map<string, string[]> | undefined;
  let names: Map<string, string[]> | undefined;
  let folders: Map<string, string[]> | undefined;
  const group = (key: (path: string) => string) => {
    const made = new Map<string, string[]>();
    for (const path of all) {
      const of = key(path);
      const known = made.get(of);
      if (known) known.push(path);
      else made.set(of, [path]);
    }
    return made;
  };
  return {
    has: (path) => all.has(path),
    first(candidates) {
      for (const candidate of candidates) if (all.has(candidate)) return candidate;
      return undefined;
    },
    stemmed(stem) {
      stems ??= group((path) => nameOf(path).replace(/\.[^.]*$/, ""));
      return stems.get(stem) ?? [];
    },
    named(name) {
      names ??= group(nameOf);
      return names.get(name) ?? [];
    },
    inFolder(folder) {
      folders ??= group(folderOf);
      return folders.get(folder) ?? [];
    },
  };
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder of a path: "" for a relative path without one, "/" for a file of the root. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : cut === 0 ? "/" : path.slice(0, cut);
}

/** Folder and path together, without "." and ".."; undefined when it leaves the root. */
export function joined(folder: string, path: string): string | undefined {
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return (folder.startsWith("/") ? "/" : "") + parts.join("/");
}

/** A folder and those above it, nearest first. */
export function* foldersUp(folder: string): Generator<string> {
  let at = folder;
  for (;;) {
    yield at;
    if (at === "" || at === "/") return;
    at = folderOf(at);
  }
}

export function within(folder: string, name: string): string {
  return folder === "" ? name : folder === "/" ? `/${name}` : `${folder}/${name}`;
}
