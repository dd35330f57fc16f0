import { type Backend, dirname, type Path, ToolError } from "@holdall/tool-core";
import { readChunks, writeChunks } from "@holdall/tool-kit/backends";
import { dropAttributes, moveAttributes } from "./attributes.ts";
import { keepFolder, makeFolder } from "./change-folders.ts";
import { fileError } from "./errno.ts";
import { attempt, type FileContext, linkAt, listFolder, lookAt, placeOf, readContent, statOf } from "./file-access.ts";
import { accessesTo } from "./judge.ts";
import { type BelowEntry, contentBelow, lookBefore, noteChange, pathsBelow } from "./kept-content.ts";
import { deleteByMove } from "./moves.ts";
import { removeJudged } from "./remove-path.ts";
import { requireFolder, writeContent } from "./write-file.ts";

/** Where a path below a folder is after the folder has moved. */
const moved = (path: Path, from: Path, to: Path): Path => (to + path.slice(from.length)) as Path;

/** Move a file, a link, or a folder with everything in it. A file at the new place is replaced. */
export function movePath(files: FileContext, from: Path, to: Path): Promise<void> {
  return attempt(files, "rename", from, async () => {
    if (from === to) return;
    const { backend, judge, attributes } = files;
    const isLink = (await linkAt(files, from)) !== undefined;
    // Only looked at, to ask about everything in a folder at once.
    const stat = isLink ? null : await lookAt(files, backend, from);
    const below = stat?.kind === "directory" ? await pathsBelow(files, backend, from) : [];
    const view = await judge.permit(
      [{ path: from }, ...below].flatMap(({ path }) => [
        ...accessesTo(path, "read"),
        deleteByMove(path, moved(path, from, to)),
        ...accessesTo(moved(path, from, to), "write"),
      ]),
    );
    if (!isLink && !stat) throw fileError("ENOENT", "rename", from);
    await requireFolder(files, view, to, "rename");
    const there = await lookAt(files, view, to);
    if (stat?.kind === "directory") {
      if (there) throw fileError(there.kind === "directory" ? "ENOTEMPTY" : "ENOTDIR", "rename", to);
      await moveFolder(files, view, { from, to, below });
    } else {
      if (there?.kind === "directory") throw fileError("EISDIR", "rename", to);
      await moveFile(files, view, { from, to, isLink, isThere: there !== null });
    }
    moveAttributes(attributes, from, to);
    keepFolder(files, dirname(from));
    judge.forget();
  });
}

interface FileMove {
  readonly from: Path;
  readonly to: Path;
  readonly isLink: boolean;
  readonly isThere: boolean;
}

async function moveFile(files: FileContext, view: Backend, { from, to, isLink, isThere }: FileMove): Promise<void> {
  const { signal, changes, attributes } = files;
  const source = isLink ? null : await lookBefore(files, view, from);
  const replaced = isThere ? await lookBefore(files, view, to) : null;
  if (isThere) files.replaces(to);
  dropAttributes(attributes, to);
  if (view.move) await view.move(from, to, { signal, overwrite: true });
  else if (source) {
    const { version } = source;
    await writeChunks(view, to, readChunks(view, from, { signal, version }), {
      ...{ signal, ifVersion: replaced?.version ?? null },
    });
    await view.remove(from, { signal, ifVersion: version });
  }
  if (!source) return changes.noteLost(`${from} was a link`);
  const after = await view.stat(to, { signal, version: true });
  noteChange(files, from, source, null);
  if (!source.content) return changes.noteLost(`${to} is larger than what is kept`);
  noteChange(files, to, replaced, { bytes: source.content.bytes, version: after?.version ?? source.version });
}

interface FileCopy extends Pick<FolderMove, "from" | "to"> {
  readonly path: Path;
  /** Gets the version of the copy. */
  readonly copied: Map<Path, string>;
}

/** Copy a file of any size below a folder that moves, in the version that it has now. */
async function copyFile(files: FileContext, view: Backend, { path, from, to, copied }: FileCopy): Promise<void> {
  const { signal } = files;
  const version = (await view.stat(path, { signal, version: true }))?.version;
  if (version === undefined) return;
  const chunks = readChunks(view, path, { signal, version });
  await writeChunks(view, moved(path, from, to), chunks, { signal, ifVersion: null });
  copied.set(path, version);
}

function unlessChanged(error: unknown): void {
  if (!ToolError.is(error) || !/^(?:stale|not_found)$/.test(error.code)) throw error;
}

interface FolderMove {
  readonly from: Path;
  readonly to: Path;
  readonly below: readonly BelowEntry[];
}

async function moveFolder(files: FileContext, view: Backend, { from, to, below }: FolderMove): Promise<void> {
  const { signal, changes, attributes } = files;
  const kept = await contentBelow(files, view, below);
  const exists = (await view.stat(from, { signal })) !== null;
  if (exists && view.move) await view.move(from, to, { signal });
  else if (exists) {
    const copied = new Map<Path, string>();
    for (const { path, kind } of below) if (kind === "file") await copyFile(files, view, { path, from, to, copied });
    if (copied.size === 0) attributes.folders.add(to);
    // What changed since it was copied stays where it is.
    const remove = async ({ path }: BelowEntry) => {
      const ifVersion = copied.get(path);
      if (ifVersion !== undefined) await view.remove(path, { signal, ifVersion }).catch(unlessChanged);
    };
    await removeJudged(files, view, { path: from, below, remove });
  }
  for (const [at, before] of kept) {
    const after = await view.stat(moved(at, from, to), { signal, version: true });
    changes.note(at, before, null);
    changes.note(moved(at, from, to), null, { bytes: before.bytes, version: after?.version ?? before.version });
  }
}

/** Copy a file, or with `recursive` a folder with everything in it, with permission bits. */
export async function copyPath(files: FileContext, from: Path, to: Path, recursive: boolean): Promise<void> {
  const stat = await statOf(files, from);
  if (stat.kind !== "directory") {
    const { bytes } = await readContent(files, from);
    const own = stat.mode !== undefined && (stat.mode & 0o111) !== 0 ? { mode: stat.mode } : {};
    await writeContent(files, to, { make: () => bytes, isReplacement: true, ...own });
    const mode = files.attributes.modes.get(from);
    if (mode !== undefined) files.attributes.modes.set(to, mode);
    return;
  }
  if (!recursive) throw fileError("EISDIR", "cp", from);
  await makeFolder(files, to, true);
  for (const { name, isSymbolicLink } of await listFolder(files, from)) {
    const [source, target] = [`${from}/${name}` as Path, `${to}/${name}` as Path];
    const link = isSymbolicLink ? await linkAt(files, source) : undefined;
    if (link === undefined) await copyPath(files, source, target, true);
    else await makeLink(files, link, target);
  }
}

/** Create a symbolic link, where the storage has links. */
export function makeLink(files: FileContext, target: string, path: Path): Promise<void> {
  return attempt(files, "symlink", path, async () => {
    const { backend, judge, signal } = files;
    if (!backend.entries) {
      files.note("This storage has no symbolic links: copy the file, or use its own path.");
      throw fileError("EPERM", "symlink", path);
    }
    const aim = resolveFrom(dirname(path), target);
    // A file that must not be read must not become readable under another name.
    // Where the link will be is decided as well, because a folder of the path may be a link.
    const place = await placeOf(files, path);
    const accesses =
      place === path ? accessesTo(path, "write") : [path, place].flatMap((at) => accessesTo(at, "write"));
    const view = await judge.permit([...accesses, ...accessesTo(aim, "read")]);
    await requireFolder(files, view, path, "symlink");
    if ((await linkAt(files, path)) !== undefined || (await lookAt(files, view, path)))
      throw fileError("EEXIST", "symlink", path);
    await backend.entries.createLink(place, target, { signal });
    files.changes.noteLost(`${path} is a link`);
    judge.forget();
  });
}

/** A path as a command writes it, from a folder, without `.` and `..`. */
export function resolveFrom(folder: string, path: string): Path {
  const kept: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${folder}/${path}`).split("/")) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}` as Path;
}
