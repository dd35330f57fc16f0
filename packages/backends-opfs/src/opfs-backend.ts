import type { Backend, Io, Path } from "@holdall/tool-core";
import { list, type WithLock } from "./file/list.ts";
import { move } from "./file/move.ts";
import { readFile, streamFile } from "./file/read-file.ts";
import { remove } from "./file/remove.ts";
import { stat } from "./file/stat.ts";
import { sweepTemps } from "./file/temp-file.ts";
import { writeFile, writeFileFrom } from "./file/write-file.ts";
import { throwIfAborted } from "./shared/cancel.ts";
import * as failed from "./shared/errors.ts";
import { createLocks, type Locks, whenIdle } from "./shared/locks.ts";
import { toShown } from "./shared/names.ts";
import { findFolder, makeFolder } from "./shared/tree.ts";
import { type StorageRoot, tell, watch } from "./shared/watch.ts";

export interface OpfsBackendOptions {
  /** The folder of the site's private file system that becomes `/`. Defaults to its root. */
  readonly directory?: FileSystemDirectoryHandle;
  readonly name?: string;
}

interface Store extends StorageRoot {
  /** Settles when leftovers of killed tabs are removed. */
  readonly swept: Promise<void>;
}

/**
 * Create a backend for the browser's private file system, which all tabs and workers of the site share. Works in pages and in
 * workers. Every call throws `unsupported` if there is no such file system.
 */
export function opfsBackend({ directory, name = "opfs" }: OpfsBackendOptions = {}): Backend {
  let opened: Promise<Store> | undefined;
  let watching: Promise<unknown> = Promise.resolve();

  const open = () => {
    opened ??= openStore(directory).catch((thrown: unknown) => {
      opened = undefined;
      throw thrown;
    });
    return opened;
  };

  /** The browser's errors become errors about the path that was asked for. */
  const about = async <T>(path: Path, { signal }: Io, work: (store: Store, locks: Locks) => Promise<T>): Promise<T> => {
    throwIfAborted(signal);
    try {
      const store = await open();
      return await work(store, createLocks(store.base, path, signal));
    } catch (thrown) {
      throw failed.fromBrowser(thrown, path, signal);
    }
  };

  /** The same for changes: they wait until watches have begun, so that these report them. */
  const changing: typeof about = (path, io, work) =>
    about(path, io, async (store, locks) => {
      await watching;
      await store.swept;
      return work(store, locks);
    });

  return {
    name,
    can: { write: true, compareAndSwap: true, emptyDirectories: true, caseSensitive: true },

    stat: (path, io = {}) =>
      about(path, io, ({ root }, { share, read }) =>
        io.version ? read(() => stat(root, path, true)) : share(() => stat(root, path, false)),
      ),

    read: (path, io = {}) => about(path, io, ({ root }, { read }) => read(() => readFile(root, path, io.range))),

    async write(path, bytes, io = {}) {
      throwIfAborted(io.signal);
      const own = new Uint8Array(bytes);
      return changing(path, io, async (store, { share, commit }) => {
        const version = await share(() => writeFile(store.root, path, own, io, commit));
        tell(store, path, "changed");
        return { version };
      });
    },

    writeFrom: (path, chunks, io = {}) =>
      changing(path, io, async (store, { share, commit, spool }) => {
        const version = await spool(() => writeFileFrom(store.root, path, chunks, io, { share, commit }));
        tell(store, path, "changed");
        return { version };
      }),

    remove: (path, io = {}) =>
      changing(path, io, async (store, { change, alone }) => {
        await (io.recursive ? alone : change)(() => remove(store.root, path, io));
        tell(store, path, "removed");
      }),

    async *list(path, io = {}) {
      const handle = await about(path, io, ({ root }, { share }) => share(() => findFolder(root, path)));
      const look: WithLock = (work) => about(path, io, (_, { share }) => share(work));
      for await (const entry of list(handle, path, io.recursive ?? false, look)) {
        throwIfAborted(io.signal);
        yield entry;
      }
    },

    stream: (path, io = {}) =>
      streamFile(path, io.start ?? 0, (work) => about(path, io, ({ root }, { read }) => read(() => work(root)))),

    createDirectory: (path, io = {}) =>
      changing(path, io, async (store, { change }) => {
        await change(() => makeFolder(store.root, path));
        tell(store, path, "changed");
      }),

    move: (from, to, io = {}) =>
      changing(from, io, async (store, { alone }) => {
        await alone(() => move(store.root, from, to, io.overwrite ?? false));
        tell(store, from, "removed");
        tell(store, to, "changed");
      }),

    watch(path, { signal }) {
      const { started, changes } = watch(open(), path, signal);
      watching = Promise.allSettled([watching, started]);
      return changes;
    },
  };
}

async function openStore(directory: FileSystemDirectoryHandle | undefined): Promise<Store> {
  const { navigator } = globalThis as { navigator?: Partial<Navigator> };
  if (!navigator?.storage?.getDirectory || !navigator.locks) throw failed.hasNoStorage();
  const top = await navigator.storage.getDirectory();
  const root = directory ?? top;
  const names = await top.resolve(root);
  if (!names) throw failed.isElsewhere();
  return { root, base: names.map((part) => `/${toShown(part)}`).join(""), swept: whenIdle(() => sweepTemps(root)) };
}
