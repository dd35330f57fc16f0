import type { Backend, Path } from "@holdall/tool-core";
import { moved } from "./_paths.ts";
import { translateError } from "./_translate.ts";
import { viewOf } from "./_view-of.ts";
import { innerQuery } from "./_walks.ts";

/**
 * What a backend holds below `inside`, shown below `outside`: paths, entries, changes and errors speak of the shown place.
 * Walks look for rules no further up than that.
 */
export function rebase(backend: Backend, inside: Path, outside: Path): Backend {
  if (inside === outside && inside === "/") return viewOf(backend);
  const { createDirectory, glob, move, search, watch } = backend;
  const inner = (path: Path) => moved(path, outside, inside);

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
    stat: (path, io) => about([path], () => backend.stat(inner(path), io)),
    read: (path, io) => about([path], () => backend.read(inner(path), io)),
    write: (path, bytes, io) => about([path], () => backend.write(inner(path), bytes, io)),
    remove: (path, io) => about([path], () => backend.remove(inner(path), io)),
    list: (path, io) => shown(path, backend.list(inner(path), io), outer),
    ...(createDirectory && {
      createDirectory: (path, io) => about([path], () => createDirectory(inner(path), io)),
    }),
    ...(move && { move: (from, to, io) => about([from, to], () => move(inner(from), inner(to), io)) }),
    ...(watch && { watch: (path, io) => shown(path, watch(inner(path), io), outer) }),
    ...(glob && {
      glob(path, query, io) {
        const batches = glob(inner(path), innerQuery(query, inside, outside), io);
        return shown(path, batches, ({ files, counts }) => ({ files: files.map(outer), counts }));
      },
    }),
    ...(search && {
      search(path, query, text, io) {
        const found = search(inner(path), innerQuery(query, inside, outside), text, io);
        return shown(path, found, ({ file, counts }) => ({ ...(file && { file: outer(file) }), counts }));
      },
    }),
  } satisfies Backend;
}
