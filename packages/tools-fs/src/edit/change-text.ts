import { type Backend, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { retryOnConflict, WriteConflict, withFileLock } from "@holdall/tool-kit/file-tools";
import { changedLines, noteChange, requireKnown } from "../history/freshness.ts";
import { missingFolders, refuseBelowFiles } from "../history/missing-folders.ts";
import { fileCache, type ReadTracker, readTracker, type SeenFile } from "../history/read-tracker.ts";
import type { EditableDocument } from "../office/edit/edit-document.ts";
import type { FsToolsOptions } from "../options.ts";
import { isDocument } from "../read/sniff.ts";
import { decodeFile, type TextFile } from "../text/codec.ts";
import { group, type TextSplice } from "../text/lines.ts";
import type { ByteSplice } from "../text/write.ts";
import { recordCall } from "../tools/history/file-history.ts";

/** A text file that is about to be changed, and what the session knows of it. */
export interface ChangeTarget extends TextTarget {
  /** The error for a change that was planned for another version; undefined where the session knows this one. */
  readonly stale: ((text?: string) => ToolError) | undefined;
  readonly seen: SeenFile | undefined;
}

/** A planned change: the splices of the text, and the bytes of the whole file after it. */
export interface TextChange {
  readonly splices: readonly TextSplice[];
  readonly bytes: Uint8Array;
  /** The splices in the bytes, where they are known; otherwise they are computed when the change is recorded. */
  readonly byteSplices?: readonly ByteSplice[];
}

export interface ChangeRequest {
  readonly tool: string;
  readonly path: Path;
  /** The version that the caller names. */
  readonly version?: string | undefined;
  readonly dryRun?: boolean | undefined;
  /** Office documents are changed as the text that they show; otherwise they are refused like all that is not text. */
  readonly documents?: boolean | undefined;
}

export type Changed<C> = C & {
  readonly file: TextFile;
  /** Of the file now; in a dry run, of the file as it is. */
  readonly version: string;
  /** Lines that something else changed since the session saw the file; undefined where nothing did. */
  readonly outside: [number, number][] | undefined;
};

/**
 * Change a text file that the session knows: read it, compare its version with what the session saw, plan, write over exactly
 * that version, then record the change for later edits and for undo. The plan is made again when another writer is faster.
 */
export function changeText<C extends TextChange>(
  options: FsToolsOptions,
  request: ChangeRequest,
  ctx: ToolContext,
  plan: (target: ChangeTarget) => Promise<C>,
): Promise<Changed<C>> {
  const { path, version: asked } = request;
  return changeFile(options.backend, path, ctx, async (backend) => {
    const {
      file,
      version,
      document,
      raw = file.bytes,
    } = await readTarget(backend, path, ctx.signal, request.documents);
    const { stale, seen } = requireKnown(ctx.state(readTracker), path, { asked, current: version });
    const change = await plan({ file, version, seen, stale, document });
    const outside = stale && ((seen && changedLines(file.text, seen)) ?? []);
    const written = await writeChange({ ...options, backend }, request, ctx, {
      ...change,
      before: { bytes: raw, version },
      note: (tracker, to) =>
        noteChange(tracker, path, { from: version, to, before: file.text, splices: change.splices }),
    });
    return { ...change, file, version: written, outside };
  });
}

/** A change of one file: what it holds before, nothing where it is created, and after. */
interface WholeChange {
  readonly before: { readonly bytes: Uint8Array; readonly version: string } | undefined;
  readonly bytes: Uint8Array;
  readonly byteSplices?: readonly ByteSplice[] | undefined;
  /** Tells the session's tracker what is known of the file now. */
  note(tracker: ReadTracker, version: string): void;
}

/**
 * Write over exactly the version that was read, then note the change for later edits and record it for undo. Gives the
 * version that the file has now; loses against another writer with a `WriteConflict`. A dry run only looks whether there is a place for the file.
 */
export async function writeChange(
  { backend, history }: FsToolsOptions,
  { tool, path, dryRun }: ChangeRequest,
  ctx: ToolContext,
  { before, bytes, byteSplices, note }: WholeChange,
): Promise<string> {
  const { signal } = ctx;
  if (dryRun ?? ctx.dryRun) {
    if (!before) await refuseBelowFiles(backend, [path], signal);
    return before?.version ?? "none";
  }
  const made = before ? [] : await missingFolders(backend, [path], signal);
  const { version } = await backend
    .write(path, bytes, { signal, ifVersion: before?.version ?? null })
    .catch((error) => {
      const lost = ToolError.is(error) && (error.code === "stale" || (!before && error.code === "already_exists"));
      throw lost ? new WriteConflict(error) : error;
    });
  note(ctx.state(readTracker), version);
  const after = { bytes, version };
  const files = [{ from: before ? path : null, to: path, before: before ?? null, after, splices: byteSplices }];
  recordCall(ctx, history, { tool, files, made });
  return version;
}

/** The current text file on the backend. */
export interface TextTarget {
  /** Of an office document, the text that it shows. */
  readonly file: TextFile;
  readonly version: string;
  readonly document?: EditableDocument | undefined;
  /** The bytes of the document. */
  readonly raw?: Uint8Array;
}

/** Most bytes of a file that is changed as text: its text and its copy must fit in memory. */
const maxBytes = 256 * 1024 * 1024;

/** Read a file that is to be changed; throws `unsupported` for one that is not text, `too_large` above 256 MB. */
export async function readTarget(
  backend: Backend,
  path: Path,
  signal: AbortSignal,
  documents = false,
): Promise<TextTarget> {
  const { bytes, version } = await backend.read(path, { signal });
  if (bytes.length > maxBytes) {
    throw new ToolError(
      "too_large",
      `${path} has ${group(bytes.length)} bytes; files above ${group(maxBytes)} cannot be edited as text.`,
      {
        hint: "Split it, or change it with a program.",
      },
    );
  }
  const file = decodeFile(bytes);
  if (file.kind === "text") return { file, version };
  const isOffice = isDocument(path, bytes);
  const document = documents && isOffice ? await openDocument(path, bytes) : undefined;
  if (document) {
    const { text } = document;
    const shown: TextFile = { kind: "text", bytes: new TextEncoder().encode(text), text, encoding: "utf-8", bom: 0 };
    return { file: shown, version, document, raw: bytes };
  }
  throw new ToolError("unsupported", `${path} is not text: ${file.what}.`, {
    hint: isOffice
      ? "Change the text of a document with {edit_file} or {multi_edit}."
      : "Only text can be edited; recreate the file with the program it belongs to.",
    data: { mediaType: file.mediaType },
  });
}

async function openDocument(path: Path, bytes: Uint8Array): Promise<EditableDocument | undefined> {
  const [{ openEditable }, { documentError }] = await Promise.all([
    import("../office/edit/edit-document.ts"),
    import("../office/extract-document.ts"),
  ]);
  return openEditable(bytes).catch((error: unknown) => {
    throw documentError(error, path);
  });
}

/**
 * Run a step that reads a file and writes it over the version it read, with a lock on the file. It is given the file as the
 * session holds it first, which saves a request: where the write goes through, that was the file. Otherwise, and when the step
 * came to no write, it is run on the file as it is, and retried while another writer is faster.
 */
export function changeFile<T>(
  backend: Backend,
  path: Path,
  ctx: ToolContext,
  step: (backend: Backend) => Promise<T>,
): Promise<T> {
  return withFileLock({ backend, paths: [path], signal: ctx.signal }, () => tryHeldFirst(backend, path, ctx, step));
}

async function tryHeldFirst<T>(
  backend: Backend,
  path: Path,
  { state, dryRun }: ToolContext,
  step: (backend: Backend) => Promise<T>,
): Promise<T> {
  const files = state(fileCache);
  const progress = { sent: false, done: false };
  const view: Backend = {
    ...backend,
    async read(at, io) {
      const file = await backend.read(at, io);
      files.hold(at, file);
      return file;
    },
    async write(at, bytes, io) {
      progress.sent = true;
      const { version } = await backend.write(at, bytes, io);
      progress.done = true;
      files.hold(at, { bytes, version });
      return { version };
    },
  };
  const held = backend.can.compareAndSwap && !dryRun ? files.get(path) : undefined;
  if (held) {
    try {
      const result = await step({ ...view, read: async () => held });
      if (progress.done) return result;
    } catch (error) {
      if (progress.sent && !(error instanceof WriteConflict)) throw error;
    }
  }
  return retryOnConflict(() => step(view));
}
