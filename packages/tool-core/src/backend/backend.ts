import type { Path } from "../path.ts";
import type { BackendEntries } from "./entries.ts";
import type { Entry, Stat } from "./entry.ts";
import type { FileBatch, FileQuery, SearchCandidate, TextQuery } from "./file-query.ts";
import type { Io } from "./io.ts";

/** The capabilities of a backend. Tools and the conformance suite read the same object. */
export interface BackendCan {
  readonly write: boolean;
  /** `ifVersion` is applied atomically: of twenty concurrent creates, one succeeds. */
  readonly compareAndSwap: boolean;
  /** Folders can be empty, and `createDirectory` exists. */
  readonly emptyDirectories: boolean;
  /** `A` and `a` are two files. */
  readonly caseSensitive: boolean;
}

/**
 * A half-open range of bytes, in whole numbers. What lies outside the file is left out: a negative bound counts as 0, one beyond
 * the file as its end. An `end` at or before `start` is an empty range. None of this is an error.
 */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileBytes {
  /** The requested range, or the whole file. The caller may change the array; the backend does not keep it. */
  readonly bytes: Uint8Array;
  /**
   * Opaque version of the whole file: a hash of the content, an ETag or a counter that never repeats. The same version means the
   * same content on this backend; equal content may have several versions. A leading `~` means that it is derived from size and
   * times, because the file was too large to hash.
   */
  readonly version: string;
  /** The size of the whole file in bytes. */
  readonly size: number;
}

/**
 * A storage for files. Five methods are required: `stat`, `read`, `write`, `remove` and `list`. `createDirectory` is required if
 * `can.emptyDirectories`. Everything else is optional: accelerators that return the same results faster, `watch`, and what
 * only storages with links have.
 *
 * Failures are ToolErrors with a hint: `not_found`, `already_exists`, `wrong_kind`, `stale`, `permission_denied`, `too_large`,
 * `aborted`, `unavailable`. A missing file is not an error for `stat`, which returns null, also for a path below a file. The root
 * always exists: removing it with `recursive` is `permission_denied`; removing it otherwise, writing it, moving it and moving
 * something onto it are `permission_denied` or `wrong_kind`.
 */
export interface Backend {
  readonly name: string;
  readonly can: BackendCan;
  /**
   * Get the metadata of a path, or null. `version: true` also returns the version, which requires a read if versions are
   * content hashes.
   */
  stat(path: Path, io?: Io & { readonly version?: boolean }): Promise<Stat | null>;
  /** Read a file or a part of it. Throws `not_found`, or `wrong_kind` for a folder. */
  read(path: Path, io?: Io & { readonly range?: ByteRange | undefined }): Promise<FileBytes>;
  /**
   * Replace or create a file, including its parents, in one step: readers see the old or the new content. `ifVersion` must be
   * the file's current version (otherwise `stale`, also if the file is gone). `null` means that the file must not exist
   * (otherwise `already_exists`). A folder at the path is `wrong_kind`, and so is a file in place of a parent, which the error
   * names. A failed write changes nothing. The backend does not keep `bytes`: the caller may change the array when the promise
   * has settled.
   * With `mode`, the result is a file of its own with exactly these permission bits: other hard links of the old file keep
   * what they have. Storages without permissions ignore it.
   */
  write(
    path: Path,
    bytes: Uint8Array,
    io?: Io & { readonly ifVersion?: string | null | undefined; readonly mode?: number | undefined },
  ): Promise<{ readonly version: string }>;
  /**
   * Like `write`, but reads the content from chunks, so that it does not have to fit into memory. Nothing is visible before
   * the last chunk has arrived. If the source or the write throws, the old content stays. A chunk is only read until the next
   * one is requested. `writeChunks` works with every backend.
   */
  writeFrom?(
    path: Path,
    chunks: AsyncIterable<Uint8Array>,
    io?: Io & { readonly ifVersion?: string | null | undefined },
  ): Promise<{ readonly version: string }>;
  /**
   * Remove a file, or with `recursive` a folder and everything in it. A folder without `recursive` throws `wrong_kind`, also if
   * it is empty. A missing path throws `not_found`, also with `recursive`; with `ifVersion`, `not_found` or `stale`. A file that
   * has another version than `ifVersion` throws `stale`. A link itself is removed.
   */
  remove(
    path: Path,
    io?: Io & { readonly recursive?: boolean | undefined; readonly ifVersion?: string | undefined },
  ): Promise<void>;
  /**
   * List a folder, sorted by `comparePaths` on the whole path, in bounded memory. Recursive listings include folders and never
   * follow links. Throws `not_found`, or `wrong_kind` for a file. The root always exists.
   */
  list(path: Path, io?: Io & { readonly recursive?: boolean | undefined }): AsyncIterable<Entry>;
  /**
   * Create a folder and its parents. An existing folder is not an error; an existing file throws `wrong_kind`. Present if
   * `can.emptyDirectories`.
   */
  createDirectory?(path: Path, io?: Io): Promise<void>;
  /** Move a file or folder in one step. An existing target throws `already_exists` unless `overwrite` is set, which replaces only files. */
  move?(from: Path, to: Path, io?: Io & { readonly overwrite?: boolean | undefined }): Promise<void>;
  /**
   * Read a file from byte `start` to its end in chunks, for files that do not fit into memory. A chunk may be a view of `into`
   * and is valid until the next one is requested. All chunks have the version of the first request: compare it with a later
   * `read` to detect changes. Throws the errors of `read`.
   */
  stream?(
    path: Path,
    io?: Io & { readonly start?: number | undefined; readonly into?: Uint8Array | undefined },
  ): AsyncIterable<FileBytes>;
  /**
   * Resolve the links in a path and at its end, as far as it exists. Absent if the backend has no links. A tool must ask the
   * policy about the resolved path as well, and open nothing else (`judged`): `defineFileTool` of tool-kit does both.
   */
  realPath?(path: Path, io?: Io): Promise<Path>;
  /** What paths are themselves, and not what they lead to. Absent if the backend has no links. */
  readonly entries?: BackendEntries;
  /**
   * Find the files and links below a folder that match a query, in `comparePaths` order, in batches. The last batch has the
   * final counts. With `times`, every entry has `size` and `modified`, and `identity` if the storage knows one. Links are not
   * followed. Throws the errors of `list`, or `unsupported` before the first batch if it cannot help, for example for a walk
   * through several backends.
   */
  glob?(path: Path, query: FileQuery, io?: Io & { readonly times?: boolean }): AsyncIterable<FileBatch>;
  /**
   * Find the files of a query that may contain a text, in the order of `glob`: all files for which `text.mayMatch` is true,
   * except that files without a match may be missing. Ends with the final counts. Links are left out. Files larger than
   * `maxBytes` and unreadable files are counted. Throws the errors of `glob`.
   */
  search?(
    path: Path,
    query: FileQuery,
    text: TextQuery,
    io: Io & { readonly maxBytes: number },
  ): AsyncIterable<SearchCandidate>;
  /** Watch for changes at or below a path, by any writer, until `signal` aborts. */
  watch?(
    path: Path,
    io: { readonly signal: AbortSignal },
  ): AsyncIterable<{ readonly path: Path; readonly kind: "changed" | "removed" }>;
  [Symbol.asyncDispose]?(): Promise<void>;
}
