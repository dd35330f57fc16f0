import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type Backend, dirname, type Path, ToolError } from "@holdall/tool-core";
import { errnoOf, fromErrno, isFile, notFound } from "./_errors.ts";
import { throwIfAborted } from "./_yield.ts";
import { isCaseSensitive } from "./paths/_case.ts";
import { chooseOpenFolder, type OpenFolder } from "./paths/_folder.ts";
import { createPathGuard, hold } from "./paths/_path-guard.ts";
import { realPath } from "./paths/_real-path.ts";
import { createEntries } from "./read/_entries.ts";
import { list } from "./read/_list.ts";
import { readFile } from "./read/_read-file.ts";
import { stat } from "./read/_stat.ts";
import { streamFile } from "./read/_stream-file.ts";
import { createVersions } from "./read/_versions.ts";
import type { createFinder } from "./search-cache/finder.ts";
import type { NodeSearchOptions } from "./search-options.ts";
import { watch } from "./watch/_watch.ts";
import { remove } from "./write/_remove.ts";
import { createSweeper } from "./write/_sweep.ts";
import { writeFile } from "./write/_write-file.ts";

export interface NodeBackendOptions {
  /** The folders that can be accessed, including their contents. Nothing else is read or written. They must exist. */
  readonly roots: string | readonly string[];
  /** The size in bytes up to which a version is a content hash. Above it, it is derived from inode, size and times. 16 MiB by default. */
  readonly hashBound?: number;
  /** Flush every write to disk before it completes. Survives a power failure, but costs milliseconds. Off by default. */
  readonly durable?: boolean;
  /** Make every written file readable only by its owner (0600), regardless of its previous mode. Off by default. */
  readonly private?: boolean;
  readonly search?: NodeSearchOptions;
  readonly name?: string;
}

/**
 * Create a backend for files on the local disk, confined to `roots`. A Path is the absolute path of the host (`/C:/src` on
 * Windows). Throws `not_found` if a root does not exist, and `wrong_kind` if it is not a folder.
 */
export function nodeBackend(options: NodeBackendOptions): Backend {
  const roots = [options.roots].flat().map((root) => resolve(root));
  return backendOver(roots, chooseOpenFolder(realRoot(roots[0])), options);
}

/** The backend, on one of the ways to open folders. */
export function backendOver(
  roots: readonly string[],
  openFolder: OpenFolder,
  {
    hashBound = 16 * 1024 * 1024,
    durable = false,
    private: isPrivate = false,
    search: searching = {},
    name = "node",
  }: Omit<NodeBackendOptions, "roots"> = {},
): Backend {
  const caseSensitive = roots.map(realRoot).every(isCaseSensitive);
  const guard = createPathGuard(roots, openFolder, caseSensitive);
  const versions = createVersions(hashBound);
  const entries = createEntries(guard);
  const writing = { guard, versions, durable, isPrivate, sweep: createSweeper() };
  const removing = { guard, versions };
  const walking = { guard, openFolder, caseSensitive };
  let finder: Promise<ReturnType<typeof createFinder>> | undefined;
  const find = () => {
    finder ??= loadFinder().then((module) => module.createFinder(walking, searching));
    return finder;
  };

  /** The system's errors become errors about the path that was asked for. */
  const about = async <T>(path: Path, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    throwIfAborted(signal);
    try {
      return await work();
    } catch (error) {
      throw fromErrno(error, path);
    }
  };

  /** The same for work on what must be there: nothing is below a file. */
  const finding = <T>(path: Path, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> =>
    about(path, signal, () =>
      work().catch((error: unknown) => {
        throw errnoOf(error) === "ENOTDIR" ? notFound(path) : error;
      }),
    );

  /** The same for work that makes parents: names the file that is in the way of one. */
  const making = <T>(path: Path, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> =>
    about(path, signal, async () => {
      try {
        return await work();
      } catch (error) {
        throw errnoOf(error) === "ENOTDIR" ? isFile(await nearestThere(dirname(path))) : error;
      }
    });

  const nearestThere = async (path: Path): Promise<Path> =>
    guard.isRoot(path) || (await stat(guard, versions, path, {})) ? path : nearestThere(dirname(path));

  return {
    name,
    can: { write: true, compareAndSwap: true, emptyDirectories: true, caseSensitive },
    stat: (path, io = {}) => about(path, io.signal, () => stat(guard, versions, path, io)),
    read: (path, io = {}) => finding(path, io.signal, () => readFile(guard, versions, path, io)),
    write: (path, bytes, io = {}) =>
      making(path, io.signal, async () => ({ version: await writeFile(writing, path, bytes, io) })),
    writeFrom: (path, chunks, io = {}) =>
      making(path, io.signal, async () => {
        const { writeFrom } = await import("./write/_write-from.ts");
        return { version: await writeFrom(writing, path, chunks, io) };
      }),
    remove: (path, io = {}) => finding(path, io.signal, () => remove(removing, path, io)),
    stream: (path, io = {}) => streamFile(guard, versions, path, io),
    async *list(path, io = {}) {
      const folder = await about(path, io.signal, async () => guard.folder(path));
      try {
        hold(io, path, folder.real);
        yield* list(openFolder, folder, path, io);
      } catch (error) {
        throw fromErrno(error, path);
      } finally {
        folder[Symbol.dispose]();
      }
    },
    async *glob(path, query, io = {}) {
      throwIfAborted(io.signal);
      try {
        yield* (await find()).glob(path, query, io);
      } catch (error) {
        throw fromErrno(error, path);
      }
    },
    async *search(path, query, text, io) {
      throwIfAborted(io.signal);
      try {
        yield* (await find()).search(path, query, text, io);
      } catch (error) {
        throw fromErrno(error, path);
      }
    },
    createDirectory: (path, io = {}) =>
      making(path, io.signal, async () => guard.makeFolder(path, (real) => hold(io, path, real))[Symbol.dispose]()),
    move: (from, to, io = {}) =>
      making(to, io.signal, async () => (await import("./write/_move.ts")).move(removing, from, to, io)),
    entries: {
      stat: (path, io = {}) => about(path, io.signal, () => entries.stat(path, io)),
      createLink: (path, target, io = {}) => about(path, io.signal, () => entries.createLink(path, target, io)),
      setFolderMode: (path, mode, io = {}) => about(path, io.signal, () => entries.setFolderMode(path, mode, io)),
      removeFolder: (path, io = {}) => about(path, io.signal, () => entries.removeFolder(path, io)),
    },
    realPath: (path, io = {}) => about(path, io.signal, async () => realPath(guard, path)),
    watch: (path, { signal }) => watch(guard, openFolder, path, signal),
    async [Symbol.asyncDispose]() {
      (await finder)?.close();
    },
  };
}

let finderModule: Promise<typeof import("./search-cache/finder.ts")> | undefined;

/** `import()` itself takes tens of microseconds each time, of what is loaded too. */
function loadFinder(): NonNullable<typeof finderModule> {
  finderModule ??= import("./search-cache/finder.ts");
  return finderModule;
}

function realRoot(root: string | undefined): string {
  if (root === undefined) {
    throw new ToolError("invalid_input", "No root was given.", { hint: "Name at least one folder in `roots`." });
  }
  try {
    return realpathSync.native(root);
  } catch (error) {
    throw new ToolError("not_found", `The root ${root} does not exist.`, {
      hint: "Create the folder, or correct `roots`.",
      cause: error,
    });
  }
}
