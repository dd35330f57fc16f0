import { type Backend, isWithin, type Path, toPath } from "@holdall/tool-core";

export const at = (path: string): Path => toPath(path);
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = async (backend: Backend, path: string): Promise<string> =>
  new TextDecoder().decode((await backend.read(at(path))).bytes);

/** Every path with its content, folders with `/`. */
export async function treeOf(backend: Backend, path = "/"): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for await (const entry of backend.list(at(path), { recursive: true })) {
    if (entry.path in tree) throw new Error(`${entry.path} is listed twice`);
    tree[entry.path] = entry.kind === "directory" ? "/" : await textOf(backend, entry.path);
  }
  return tree;
}

/** A backend in which a path is a symbolic link to a folder, followed as a disk would. */
export function withLink(backend: Backend, link: string, target: string, written = target): Backend {
  const follow = (path: Path): Path => (isWithin(path, at(link)) ? at(target + path.slice(link.length)) : path);
  return {
    name: "linked",
    can: backend.can,
    stat: (path, io) => backend.stat(follow(path), io),
    read: (path, io) => backend.read(follow(path), io),
    write: (path, content, io) => backend.write(follow(path), content, io),
    // The link itself is a file in the backend below.
    remove: (path, io) => backend.remove(path === link ? path : follow(path), io),
    async *list(path, io) {
      for await (const entry of backend.list(follow(path), io)) {
        const shown = follow(path) === path ? entry.path : at(path + entry.path.slice(target.length));
        yield shown === link ? { path: shown, kind: "symlink", target: written } : { ...entry, path: shown };
      }
    },
    createDirectory: async (path, io) => backend.createDirectory?.(follow(path), io),
  };
}

/** A backend whose `nth` write or removal, and those that `alsoAfter` says, fail as a lost connection would. */
export function failing(backend: Backend, nth: number, { forGood = false } = {}): Backend {
  let count = 0;
  const step = () => {
    count++;
    if (count === nth || (forGood && count > nth)) throw new Error("the connection is lost");
  };
  return {
    ...backend,
    async write(path, content, io) {
      step();
      return backend.write(path, content, io);
    },
    async remove(path, io) {
      step();
      return backend.remove(path, io);
    },
  };
}
