import { type Backend, dirname, type Path, type Stat, ToolError } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { FileContentState } from "./changes.ts";
import { fileError } from "./errno.ts";
import { attempt, type FileContext, lookAt } from "./file-access.ts";
import { accessesTo } from "./judge.ts";

/** Times that a write is tried again when another writer was faster. */
const maxRetries = 3;

interface WriteOptions {
  /** Makes the new content from the old one. */
  readonly make: (old: Uint8Array | undefined) => Uint8Array;
  /** The old content goes. */
  readonly isReplacement: boolean;
  readonly mode?: number | undefined;
}

/** Write a file in one step: readers see the old content or the new one. */
export function writeContent(
  files: FileContext,
  path: Path,
  { make, isReplacement, mode }: WriteOptions,
): Promise<void> {
  return attempt(files, "open", path, async () => {
    const { judge, signal, attributes, maxFileBytes } = files;
    const view = await judge.permit(accessesTo(path, "write"));
    await requireFolder(files, view, path, "open");
    for (let tries = 0; ; tries++) {
      const before = await contentNow(files, view, path);
      const bytes = make(before?.bytes);
      if (bytes.length > maxFileBytes) {
        files.note(`${path} would have ${bytes.length} bytes; commands write files of up to ${maxFileBytes} bytes.`);
        throw fileError("EFBIG", "write", path);
      }
      if (before && isReplacement) files.replaces(path);
      try {
        const io = { signal, ifVersion: before?.version ?? null, ...(mode !== undefined && { mode }) };
        const { version } = await view.write(path, bytes, io);
        attributes.times.delete(path);
        files.changes.note(path, before, { bytes: bytes.slice(), version });
        return;
      } catch (error) {
        if (!isRace(error) || tries === maxRetries) throw error;
      }
    }
  });
}

/** Throw where a file cannot be written. */
export function requireWritable(files: FileContext, path: Path): Promise<void> {
  return attempt(files, "open", path, async () => {
    const view = await files.judge.permit(accessesTo(path, "write"));
    await requireFolder(files, view, path, "open");
    if ((await lookAt(files, view, path))?.kind === "directory") throw fileError("EISDIR", "open", path);
  });
}

const isRace = (error: unknown): boolean =>
  ToolError.is(error) && (error.code === "stale" || error.code === "already_exists");

/** What a permitted file holds, null for nothing. Throws EISDIR. */
export async function contentNow(files: FileContext, view: Backend, path: Path): Promise<FileContentState | null> {
  if (files.attributes.folders.has(path)) throw fileError("EISDIR", "open", path);
  const { signal, maxFileBytes: end } = files;
  const file = await unlessMissing(view.read(path, { signal, range: { start: 0, end } }));
  if (!file) return null;
  if (file.size > end) {
    files.note(`${path} has ${file.size} bytes; commands change files of up to ${end} bytes.`);
    throw fileError("EFBIG", "open", path);
  }
  return { bytes: file.bytes, version: file.version };
}

/** Throw where the folder of a new file is missing. */
export async function requireFolder(files: FileContext, view: Backend, path: Path, operation: string): Promise<void> {
  const folder: Stat | null = await lookAt(files, view, dirname(path));
  if (dirname(path) === "/" || folder?.kind === "directory") return;
  throw fileError(folder ? "ENOTDIR" : "ENOENT", operation, path);
}
