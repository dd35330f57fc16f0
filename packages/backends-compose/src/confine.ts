import { type Backend, dirname, type Io, isWithin, type Path, toPath } from "@holdall/tool-core";
import { rebase } from "./mount/rebase.ts";
import * as failed from "./shared/errors.ts";
import { stayInside } from "./shared/link-check.ts";
import { moved } from "./shared/paths.ts";
import { noHelp, walksOf } from "./shared/walks.ts";

export interface ConfineOptions {
  /** The path at which the folder appears. Defaults to its own path, so that other paths are rejected; `/` makes it the root. */
  readonly as?: string;
  /**
   * `checked` checks every path for symbolic links, which requires listing its parent folders. `trusted` is for storage
   * without links, and for disk backends that are already confined.
   */
  readonly links?: "checked" | "trusted";
}

/** Restrict a backend to one folder. Nothing outside can be named, listed, reached through a link, or appear in an error. */
export function confine(
  backend: Backend,
  root: string,
  { as = root, links = "checked" }: ConfineOptions = {},
): Backend {
  const inside = toPath(root);
  const shown = toPath(as);
  const view = rebase(backend, inside, shown);
  const { createDirectory, move, realPath, watch, writeFrom } = view;

  const within = (path: Path) => {
    if (!isWithin(path, shown)) throw failed.isOutside(path, shown);
  };
  const enter = async (path: Path, io: Io = {}, way = path) => {
    failed.begin(io);
    within(path);
    if (links === "checked" && way !== shown && !(await stayInside(backend, inside, moved(way, shown, inside), io)))
      throw failed.isOutside(path, shown);
  };
  /** A link that is removed or moved is not followed. */
  const enterParent = async (path: Path, io?: Io) => {
    within(path);
    if (path === shown) throw failed.isRoot(path);
    await enter(path, io, dirname(path));
  };

  return {
    name: view.name,
    can: view.can,

    async stat(path, io) {
      await enter(path, io);
      return (await view.stat(path, io)) ?? (path === shown ? { kind: "directory", size: 0 } : null);
    },

    async read(path, io) {
      await enter(path, io);
      if (path === shown) throw failed.isFolder(path);
      return view.read(path, io);
    },

    async write(path, bytes, io) {
      await enter(path, io);
      if (path === shown) throw failed.isRoot(path);
      return view.write(path, bytes, io);
    },

    ...(writeFrom && {
      async writeFrom(path, chunks, io) {
        await enter(path, io);
        if (path === shown) throw failed.isRoot(path);
        return writeFrom(path, chunks, io);
      },
    }),

    async remove(path, io) {
      await enterParent(path, io);
      return view.remove(path, io);
    },

    async *list(path, io) {
      await enter(path, io);
      if (path !== shown || (await view.stat(path, io))) yield* view.list(path, io);
    },

    ...(createDirectory && {
      async createDirectory(path, io) {
        await enter(path, io);
        await createDirectory(path, io);
      },
    }),

    ...(move && {
      async move(from, to, io) {
        await enterParent(from, io);
        await enter(to, io);
        if (to === shown) throw failed.isRoot(to);
        await move(from, to, io);
      },
    }),

    ...(realPath && {
      async realPath(path, io) {
        failed.begin(io);
        within(path);
        return realPath(path, io);
      },
    }),

    ...walksOf([view], async (path, _, io) => {
      await enter(path, io);
      if (path === shown && !(await view.stat(path, io))) throw noHelp(path);
      return view;
    }),

    ...(watch && {
      watch(path, io) {
        within(path);
        const changes = watch(path, io);
        return (async function* () {
          await enter(path);
          yield* changes;
        })();
      },
    }),
  } satisfies Backend;
}
