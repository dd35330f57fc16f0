import { type Backend, type Io, isWithin, type Path, toPath } from "@holdall/tool-core";
import { leadsElsewhere } from "@holdall/tool-kit/backends";

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

/** A backend whose files share one set of permissions, which a write can set. */
export function withPermissions(backend: Backend, initial: number) {
  let mode = initial;
  const shown: Backend = {
    ...backend,
    async stat(path, io) {
      const found = await backend.stat(path, io);
      return found && { ...found, mode: 0o100000 | mode };
    },
    async write(path, content, io) {
      mode = io?.mode ?? mode;
      return backend.write(path, content, io);
    },
  };
  const setMode = (next: number): void => {
    mode = next;
  };
  return { backend: shown, mode: () => mode, setMode };
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

/** A backend that asks whether it may lead where it leads, as one with links does; every path leads to itself. */
export function asking(backend: Backend): Backend {
  const ask = ({ judged }: Io = {}, ...paths: Path[]) => {
    for (const path of paths) if (judged && !judged(path, path)) throw leadsElsewhere(path);
  };
  const { createDirectory, glob, move, search, stream } = backend;
  async function* asked<T>(io: Io | undefined, path: Path, items: () => AsyncIterable<T>) {
    ask(io, path);
    yield* items();
  }
  const first = async <T>(io: Io | undefined, paths: readonly Path[], work: () => Promise<T>): Promise<T> => {
    ask(io, ...paths);
    return work();
  };
  return {
    ...backend,
    realPath: async (path) => path,
    stat: (path, io) => first(io, [path], () => backend.stat(path, io)),
    read: (path, io) => first(io, [path], () => backend.read(path, io)),
    write: (path, content, io) => first(io, [path], () => backend.write(path, content, io)),
    remove: (path, io) => first(io, [path], () => backend.remove(path, io)),
    list: (path, io) => asked(io, path, () => backend.list(path, io)),
    ...(createDirectory && { createDirectory: (path, io) => first(io, [path], () => createDirectory(path, io)) }),
    ...(move && { move: (from, to, io) => first(io, [from, to], () => move(from, to, io)) }),
    ...(stream && { stream: (path, io) => asked(io, path, () => stream(path, io)) }),
    ...(glob && { glob: (path, query, io) => asked(io, path, () => glob(path, query, io)) }),
    ...(search && { search: (path, query, text, io) => asked(io, path, () => search(path, query, text, io)) }),
  };
}
