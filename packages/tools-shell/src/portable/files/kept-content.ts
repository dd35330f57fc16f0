import type { Backend, Path } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { FileContentState } from "./changes.ts";
import { fileError } from "./errno.ts";
import type { FileContext } from "./file-access.ts";

/** Bytes of content that are kept of what one operation removes, moves or replaces. */
const maxKept = 16 * 1024 * 1024;

/** A file before it goes. Its content is undefined if it is larger than what is kept. */
export interface FileBefore {
  readonly version: string;
  readonly content: FileContentState | undefined;
}

/** Look at a permitted file of any size before it goes; null for nothing. Throws EISDIR. */
export async function lookBefore(
  { attributes, signal }: FileContext,
  view: Backend,
  path: Path,
  room = maxKept,
): Promise<FileBefore | null> {
  if (attributes.folders.has(path)) throw fileError("EISDIR", "open", path);
  // One byte more tells that there is more.
  const file = await unlessMissing(view.read(path, { signal, range: { start: 0, end: room + 1 } }));
  if (!file) return null;
  const { bytes, version, size } = file;
  return { version, content: size <= room ? { bytes, version } : undefined };
}

/** Note that a file has gone, or has changed. */
export function noteChange(
  { changes }: FileContext,
  path: Path,
  before: FileBefore | null,
  after: FileContentState | null,
): void {
  if (before && !before.content) changes.noteLost(`${path} was larger than what is kept`);
  else changes.note(path, before?.content ?? null, after);
}

export interface BelowEntry {
  readonly path: Path;
  readonly kind: string;
}

/** Everything below a folder. */
export async function pathsBelow(files: FileContext, view: Backend, path: Path): Promise<BelowEntry[]> {
  const found: BelowEntry[] = [];
  if (!(await view.stat(path, { signal: files.signal }))) return found;
  for await (const { path: at, kind } of view.list(path, { recursive: true, signal: files.signal }))
    found.push({ path: at, kind });
  return found;
}

/** The files below a folder before they go, as far as there is room to keep them: what is not in the result is lost, and noted. */
export async function contentBelow(
  files: FileContext,
  view: Backend,
  below: readonly BelowEntry[],
): Promise<ReadonlyMap<Path, FileContentState>> {
  const kept = new Map<Path, FileContentState>();
  let room = maxKept;
  for (const { path, kind } of below) {
    if (kind === "symlink" || kind === "other") files.changes.noteLost(`${path} was a link or a special file`);
    if (kind !== "file") continue;
    const before = await lookBefore(files, view, path, room);
    if (!before) continue;
    if (!before.content) {
      files.changes.noteLost("the command removed more content than is kept");
      break;
    }
    room -= before.content.bytes.length;
    kept.set(path, before.content);
  }
  return kept;
}
