import { type Backend, dirname, type Path, relativePath, ToolError } from "@holdall/tool-core";
import { createLimiter } from "@holdall/tool-kit";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { dropAttributes } from "./attributes.ts";
import { keepFolder } from "./change-folders.ts";
import type { FileContentState } from "./changes.ts";
import { fileError } from "./errno.ts";
import { attempt, type FileContext, isAbove, linkAt, listFolder, lookAt, placeOf } from "./file-access.ts";
import { accessesTo } from "./judge.ts";
import { type BelowEntry, contentBelow, lookBefore, noteChange, pathsBelow } from "./kept-content.ts";

/** Remove a file, a link, or a folder: an empty one, or with `recursive` everything in it. */
export function removePath(files: FileContext, path: Path, recursive: boolean): Promise<void> {
  return attempt(files, "rm", path, async () => {
    const { backend, judge, signal, changes } = files;
    const isLink = (await linkAt(files, path)) !== undefined;
    // Only looked at, to ask about everything in a folder at once.
    const stat = isLink ? null : await lookAt(files, backend, path);
    if (stat?.kind === "directory" && recursive) return removeTree(files, path);
    const view = await judge.permit(accessesTo(path, "delete"));
    if (isLink) {
      await view.remove(path, { signal });
      changes.noteLost(`${path} was a link`);
      judge.forget();
      return;
    }
    if (!stat) throw fileError("ENOENT", "rm", path);
    if (stat.kind === "directory") await removeEmpty(files, view, path);
    else await removeFile(files, view, path);
    hasGone(files, path);
  });
}

function hasGone(files: FileContext, path: Path): void {
  dropAttributes(files.attributes, path);
  keepFolder(files, dirname(path));
}

async function removeEmpty(files: FileContext, view: Backend, path: Path): Promise<void> {
  if ((await listFolder(files, path)).length > 0) throw fileError("ENOTEMPTY", "rmdir", path);
  const place = await placeOf(files, path);
  if (files.backend.entries) await files.judge.permit(accessesTo(place, "delete"));
  if (!(await removeFolder(files, view, path, place))) throw fileError("ENOTEMPTY", "rmdir", path);
}

/** Remove a folder that has nothing in it; false if it has. `place` is the path without links, and permitted. */
async function removeFolder({ backend, signal }: FileContext, view: Backend, path: Path, place: Path) {
  if (!(await view.stat(path, { signal }))) return true;
  if (backend.entries) return backend.entries.removeFolder(place, { signal });
  for await (const _ of view.list(path, { signal })) return false;
  await view.remove(path, { signal, recursive: true });
  return true;
}

/** Times that a file is looked at again when another writer changed it. */
const maxRetries = 3;

/** Remove a permitted file, in the version that is kept. */
async function removeFile(files: FileContext, view: Backend, path: Path, kept?: FileContentState): Promise<void> {
  const { signal } = files;
  let before = kept ? { version: kept.version, content: kept } : await lookBefore(files, view, path);
  for (let tries = 0; before; tries++) {
    try {
      await view.remove(path, { signal, ifVersion: before.version });
      return noteChange(files, path, before, null);
    } catch (error) {
      if (!ToolError.is(error) || !/^(?:stale|not_found)$/.test(error.code) || tries === maxRetries) throw error;
      before = await lookBefore(files, view, path);
    }
  }
}

/** Nothing goes unless all may go. What arrives meanwhile was not judged, and stays. */
async function removeTree(files: FileContext, path: Path): Promise<void> {
  const { backend, judge, signal, changes } = files;
  if (files.roots.includes(path) || isAbove(files, path)) throw fileError("EACCES", "rm", path);
  const below = await pathsBelow(files, backend, path);
  const view = await judge.permit([path, ...below.map((each) => each.path)].flatMap((at) => accessesTo(at, "delete")));
  const kept = await contentBelow(files, view, below);
  const remove = async ({ path: at, kind }: BelowEntry) => {
    const content = kept.get(at);
    if (content) return removeFile(files, view, at, content);
    await unlessMissing(view.remove(at, { signal }));
    if (kind === "file") changes.noteLost("the command removed more content than is kept");
  };
  try {
    if (!(await removeJudged(files, view, { path, below, remove }))) throw fileError("ENOTEMPTY", "rm", path);
  } finally {
    judge.forget();
  }
  hasGone(files, path);
}

/** Entries that are removed at the same time. */
const maxAtOnce = 8;
/** Names that a note shows. */
const maxShown = 5;

interface JudgedFolder {
  readonly path: Path;
  /** What was below it when the policy was asked. */
  readonly below: readonly BelowEntry[];
  /** Removes anything but a folder. */
  readonly remove: (entry: BelowEntry) => Promise<void>;
}

/** Remove a folder with what was judged, entry by entry. Returns false if something else is in it by now, which stays; a note says what. */
export async function removeJudged(
  files: FileContext,
  view: Backend,
  { path, below, remove }: JudgedFolder,
): Promise<boolean> {
  const { signal, attributes } = files;
  const top = await placeOf(files, path);
  const limiter = createLimiter(maxAtOnce);
  const others = below.filter(({ kind }) => kind !== "directory");
  const ended = await Promise.allSettled(others.map((entry) => limiter.run(() => remove(entry), signal)));
  const failed = ended.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
  let isGone = true;
  const folders = [path, ...below.filter(({ kind }) => kind === "directory").map((each) => each.path)];
  for (const at of folders.toReversed())
    isGone = await removeFolder(files, view, at, (top + at.slice(path.length)) as Path);
  if (isGone) return true;
  for (const { path: at } of others) dropAttributes(attributes, at);
  await noteArrived(files, view, path, new Set(folders));
  return false;
}

async function noteArrived(files: FileContext, view: Backend, path: Path, known: ReadonlySet<Path>): Promise<void> {
  const arrived = (await pathsBelow(files, view, path)).filter((entry) => !known.has(entry.path));
  const names = arrived.slice(0, maxShown).map((entry) => relativePath(entry.path, path));
  const more = arrived.length > maxShown ? ` and ${arrived.length - maxShown} more` : "";
  files.note(
    `${path} was not removed, because files were created or changed in it meanwhile: ${names.join(", ")}${more}. They were kept.`,
  );
}
