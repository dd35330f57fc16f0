import { type Backend, type Io, isWithin, type Path } from "@holdall/tool-core";
import { isOutside } from "../shared/errors.ts";
import { moved } from "../shared/paths.ts";
import { viewOf } from "../shared/view-of.ts";
import { innerQuery } from "../shared/walks.ts";
import { translateError } from "./translate.ts";

/**
 * The content of a backend below `inside`, shown below `outside`: paths, entries, changes and errors name the shown
 * location. Walks look for rules no further up.
 */
export function rebase(backend: Backend, inside: Path, outside: Path): Backend {
  if (inside === outside && inside === "/") return viewOf(backend);
  const { createDirectory, glob, move, realPath, search, watch, writeFrom } = backend;
  const inner = (path: Path) => moved(path, outside, inside);

  /** A place that the inner backend asks about is shown to who judged; what is not shown was not judged. */
  const held = <T extends Io | undefined>(io: T): T => {
    const judged = io?.judged;
    if (!judged) return io;
    const show = (path: Path) => moved(path, inside, outside);
    return { ...io, judged: (path: Path, real: Path) => isWithin(real, inside) && judged(show(path), show(real)) };
  };

  const about = async <T>(asked: readonly Path[], work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw translateError(error, inside, outside, asked.map(inner));
    }
  };

  const outer = <T extends { readonly path: Path }>(item: T): T => ({
    ...item,
    path: moved(item.path, inside, outside),
  });

  async function* shown<T>(path: Path, items: AsyncIterable<T>, show: (item: T) => T): AsyncGenerator<T> {
    try {
      for await (const item of items) yield show(item);
    } catch (error) {
      throw translateError(error, inside, outside, [inner(path)]);
    }
  }

  return {
    name: backend.name,
    can: backend.can,
    stat: (path, io) => about([path], () => backend.stat(inner(path), held(io))),
    read: (path, io) => about([path], () => backend.read(inner(path), held(io))),
    write: (path, bytes, io) => about([path], () => backend.write(inner(path), bytes, held(io))),
    ...(writeFrom && {
      writeFrom: (path, chunks, io) => about([path], () => writeFrom(inner(path), chunks, held(io))),
    }),
    remove: (path, io) => about([path], () => backend.remove(inner(path), held(io))),
    list: (path, io) => shown(path, backend.list(inner(path), held(io)), outer),
    ...(createDirectory && {
      createDirectory: (path, io) => about([path], () => createDirectory(inner(path), held(io))),
    }),
    ...(move && { move: (from, to, io) => about([from, to], () => move(inner(from), inner(to), held(io))) }),
    ...(realPath && {
      async realPath(path, io) {
        const real = await about([path], () => realPath(inner(path), io));
        if (!isWithin(real, inside)) throw isOutside(path, outside);
        return moved(real, inside, outside);
      },
    }),
    ...(watch && { watch: (path, io) => shown(path, watch(inner(path), io), outer) }),
    ...(glob && {
      glob(path, query, io) {
        const batches = glob(inner(path), innerQuery(query, inside, outside), held(io));
        return shown(path, batches, ({ files, counts }) => ({ files: files.map(outer), counts }));
      },
    }),
    ...(search && {
      search(path, query, text, io) {
        const found = search(inner(path), innerQuery(query, inside, outside), text, held(io));
        return shown(path, found, ({ file, counts }) => ({ ...(file && { file: outer(file) }), counts }));
      },
    }),
  } satisfies Backend;
}
