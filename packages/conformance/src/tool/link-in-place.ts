import { type Backend, type Entry, type Io, isWithin, type Path, ToolError } from "@holdall/tool-core";
import { leadsElsewhere } from "@holdall/tool-kit/backends";

/** A path of a backend that a test turns into a link to another place. */
export interface PlacedLink {
  /** From now on, the path is a link. */
  turn(): void;
  /** What was opened or changed at the other place, without a judge that allowed it there: `read /a.txt`. */
  readonly opened: readonly string[];
  /** Gives the backend its own methods back. */
  restore(): void;
}

type Through = (path: Path, io?: Io) => Io;

/** Whether `linkInPlace` can replace the methods of this backend. */
export const isReplaceable = (backend: Backend): boolean =>
  Object.isExtensible(backend) &&
  Object.values(Object.getOwnPropertyDescriptors(backend)).every(({ configurable }) => configurable);

/**
 * Give a backend a path that can become a link to a place that does not exist in it. The methods of the object itself are
 * replaced, because the tools under test have it already. What is at the path is then at the place.
 */
export function linkInPlace(backend: Backend, link: Path, place: Path): PlacedLink {
  let isLink = false;
  const opened: string[] = [];
  const { stat, read, write, remove, list, move, stream, writeFrom, createDirectory, realPath, entries } =
    bound(backend);
  const moved = (path: Path, from: Path, to: Path): Path => `${to}${path.slice(from.length)}` as Path;
  const real = (path: Path): Path => (isLink && isWithin(path, link) ? moved(path, link, place) : path);
  /** Where the bytes of a path are. */
  const at = (path: Path): Path => (isLink && isWithin(path, place) ? moved(path, place, link) : path);
  const judging =
    (note: (path: Path, isJudged: boolean) => void): Through =>
    (path, io = {}) => {
      const { judged } = io;
      if (judged && !judged(path, real(path))) throw leadsElsewhere(path);
      if (isLink && isWithin(real(path), place)) note(path, judged !== undefined);
      return judged ? { ...io, judged: (each, where) => judged(each, real(where)) } : io;
    };
  const looking = judging(() => {});
  const opening = (method: string): Through =>
    judging((path, isJudged) => void (isJudged || opened.push(`${method} ${path}`)));
  /** What happens to a link itself does not concern its place. */
  const atLink = (method: string, path: Path, io?: Io): Io | undefined =>
    isLink && path === link ? { ...io, judged: undefined } : opening(method)(path, io);

  async function* listed(path: Path, io?: Parameters<Backend["list"]>[1]): AsyncGenerator<Entry> {
    for await (const entry of list(at(path), { ...io, ...opening("list")(path, io) })) {
      if (!isLink || isWithin(path, link) || !isWithin(entry.path, link)) yield entry;
      else if (isWithin(path, place)) yield { ...entry, path: moved(entry.path, link, place) };
      else if (entry.path === link) yield { path: link, kind: "symlink", target: place };
    }
  }
  const noWalk = new ToolError("unsupported", "This storage does not walk.", { hint: "Use `list`." });
  const unsupported = (): AsyncIterable<never> => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(noWalk) }),
  });
  const methods: Partial<Backend> = {
    stat: async (path, io) => stat(at(path), { ...io, ...looking(path, io) }),
    read: async (path, io) => read(at(path), { ...io, ...opening("read")(path, io) }),
    write: async (path, bytes, io) => write(at(path), bytes, { ...io, ...opening("write")(path, io) }),
    remove: async (path, io) => remove(at(path), { ...io, ...atLink("remove", path, io) }),
    list: listed,
    glob: unsupported,
    search: unsupported,
    realPath: async (path, io) => real(isLink && isWithin(path, link) ? path : ((await realPath?.(path, io)) ?? path)),
    ...(move && {
      move: async (from, to, io) =>
        move(at(from), at(to), { ...io, ...atLink("move", from, io), ...opening("move to")(to, io) }),
    }),
    ...(stream && {
      async *stream(path, io) {
        yield* stream(at(path), { ...io, ...opening("stream")(path, io) });
      },
    }),
    ...(writeFrom && {
      writeFrom: async (path, chunks, io) => writeFrom(at(path), chunks, { ...io, ...opening("write")(path, io) }),
    }),
    ...(createDirectory && {
      createDirectory: async (path, io) =>
        createDirectory(at(path), { ...io, ...opening("create directory")(path, io) }),
    }),
    ...(entries && {
      entries: {
        ...entries,
        stat: async (path, io) =>
          isLink && path === link
            ? { path, kind: "symlink", target: place }
            : isLink && isWithin(path, link)
              ? null
              : entries.stat(path, io),
      },
    }),
  };
  const own = Object.getOwnPropertyDescriptors(backend);
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(backend, name, { value, configurable: true, enumerable: true, writable: true });
  return {
    opened,
    turn() {
      isLink = true;
    },
    restore() {
      for (const name of Object.keys(methods)) Reflect.deleteProperty(backend, name);
      Object.defineProperties(backend, own);
    },
  };
}

/** The methods as they are now, whatever replaces them later. */
function bound(backend: Backend): Backend {
  return Object.fromEntries(
    Object.entries(backend).map(([name, value]) => [name, typeof value === "function" ? value.bind(backend) : value]),
  ) as unknown as Backend;
}
