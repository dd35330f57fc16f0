import type { Path } from "../path.ts";
import type { Entry, Stat } from "./entry.ts";
import type { FileBatch, FileQuery, SearchCandidate, TextQuery } from "./file-query.ts";

/** What a backend can do. Tools and the conformance suite read the same object. */
export interface BackendCan {
  readonly write: boolean;
  /** `ifVersion` is honored atomically: of twenty concurrent creates, one wins. */
  readonly compareAndSwap: boolean;
  /** A folder can exist with nothing in it; `createDirectory` is there. */
  readonly emptyDirectories: boolean;
  /** `A` and `a` are two files. */
  readonly caseSensitive: boolean;
}

/** Every operation can be cancelled, and held to the places that were judged. */
export interface Io {
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether a path may lead to a place. A backend with links asks it, for the paths it was given at least, about the real
   * place of what it is about to read, change or make, on the folder that it holds open, and throws `stale` where the answer
   * is no. Others ignore it.
   */
  readonly judged?: ((path: Path, real: Path) => boolean) | undefined;
}

/** A half-open range of bytes. An `end` past the file stops at the file's end. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileBytes {
  /** The asked range, or the whole file. The caller owns the array. */
  readonly bytes: Uint8Array;
  /**
   * Opaque freshness token of the whole file: equal content at equal version, on this backend. A leading `~` says that it
   * stands for size and times, because the file was too large to hash.
   */
  readonly version: string;
  /** Bytes of the whole file. */
  readonly size: number;
}

/**
 * A place where files live. Five methods are required; the rest are accelerators that give the same answers faster.
 * Failures are ToolErrors: `not_found`, `already_exists`, `wrong_kind`, `stale`, `permission_denied`, `too_large`, `aborted`, `unavailable`.
 * Absence is an answer (`stat` gives null), never an error swallowed.
 */
export interface Backend {
  readonly name: string;
  readonly can: BackendCan;
  /** What is there, or null. `version: true` asks for the version too, which costs a read where versions are content hashes. */
  stat(path: Path, io?: Io & { readonly version?: boolean }): Promise<Stat | null>;
  /** Throws `not_found`, or `wrong_kind` for a folder. */
  read(path: Path, io?: Io & { readonly range?: ByteRange | undefined }): Promise<FileBytes>;
  /**
   * Replace or create a file, with all parents, as one step that readers see whole or not at all.
   * `ifVersion` must still be the file's version (else `stale`); `null` means it must not exist (else `already_exists`).
   */
  write(
    path: Path,
    bytes: Uint8Array,
    io?: Io & { readonly ifVersion?: string | null | undefined },
  ): Promise<{ readonly version: string }>;
  /**
   * Write as `write` does, from pieces that are asked for one after another, so that what is too large to hold can be written.
   * Nothing shows before the last piece has come; when the source throws, or the write does, what was there stays. A piece is
   * only read until the next is asked for. `writeChunks` is for every backend.
   */
  writeFrom?(
    path: Path,
    chunks: AsyncIterable<Uint8Array>,
    io?: Io & { readonly ifVersion?: string | null | undefined },
  ): Promise<{ readonly version: string }>;
  /** Remove a file, or a folder with everything in it when `recursive`; a folder without it is `wrong_kind`. A link is removed itself. */
  remove(
    path: Path,
    io?: Io & { readonly recursive?: boolean | undefined; readonly ifVersion?: string | undefined },
  ): Promise<void>;
  /**
   * What lies in a folder, sorted by `comparePaths` on the whole path, in bounded memory. Recursive listings name folders
   * too and never follow links. Throws `not_found`, or `wrong_kind` for a file; the root always exists.
   */
  list(path: Path, io?: Io & { readonly recursive?: boolean | undefined }): AsyncIterable<Entry>;
  /** Make a folder and its parents; one that exists is fine, a file in the way is `wrong_kind`. Present when `can.emptyDirectories`. */
  createDirectory?(path: Path, io?: Io): Promise<void>;
  /** Move a file or folder as one step. A target that exists is `already_exists` unless `overwrite`, which replaces files only. */
  move?(from: Path, to: Path, io?: Io & { readonly overwrite?: boolean | undefined }): Promise<void>;
  /**
   * A file from byte `start` to its end, piece by piece, for scans of what is too large to hold. A piece may be a view of
   * `into`, and is only good until the next is asked for. All carry the version of when the first was asked for: compare
   * with a later `read` to know that nothing changed meanwhile. Throws what `read` throws.
   */
  stream?(
    path: Path,
    io?: Io & { readonly start?: number | undefined; readonly into?: Uint8Array | undefined },
  ): AsyncIterable<FileBytes>;
  /**
   * Where a path really is: links followed, at its end and on the way, as far as it exists. Absent where there are no links.
   * Tools ask the policy about that place too.
   */
  realPath?(path: Path, io?: Io): Promise<Path>;
  /**
   * The files and links below a folder that a query means, in `comparePaths` order, a batch at a time; the last batch has
   * the final counts. With `times` every entry has `size` and `modified`. Links are not followed. Throws what `list` throws,
   * or `unsupported` before the first batch where it is of no help, as for a walk through several backends.
   */
  glob?(path: Path, query: FileQuery, io?: Io & { readonly times?: boolean }): AsyncIterable<FileBatch>;
  /**
   * The files of a query that may hold a text, in the order of `glob`: all for which `text.mayMatch` is true, except that
   * files which surely hold no match may be missing. Ends with the final counts. Links are left out, as if not wanted.
   * Files above `maxBytes`, and those that cannot be read, are counted. Throws what `glob` throws.
   */
  search?(
    path: Path,
    query: FileQuery,
    text: TextQuery,
    io: Io & { readonly maxBytes: number },
  ): AsyncIterable<SearchCandidate>;
  /** Changes at or below a path until `signal` aborts, from whoever makes them. */
  watch?(
    path: Path,
    io: { readonly signal: AbortSignal },
  ): AsyncIterable<{ readonly path: Path; readonly kind: "changed" | "removed" }>;
  [Symbol.asyncDispose]?(): Promise<void>;
}
