import { type Backend, dirname, type Path } from "@holdall/tool-core";
import { dropAttributes } from "./attributes.ts";
import { fileError } from "./errno.ts";
import { attempt, type FileContext, linkAt, listFolder, lookAt, placeOf } from "./file-access.ts";
import { accessesTo } from "./judge.ts";
import { contentNow, requireFolder } from "./write-file.ts";

/** Make a folder; with `recursive`, those above it, too. */
export function makeFolder(files: FileContext, path: Path, recursive: boolean): Promise<void> {
  return attempt(files, "mkdir", path, async () => {
    const { backend, judge, attributes, signal } = files;
    if (path === "/") {
      if (recursive) return;
      throw fileError("EEXIST", "mkdir", path);
    }
    const view = await judge.permit(accessesTo(path, "write"));
    const there = await lookAt(files, view, path);
    if (there && recursive && there.kind === "directory") return;
    if (there) throw fileError("EEXIST", "mkdir", path);
    if (!recursive) await requireFolder(files, view, path, "mkdir");
    if (view.createDirectory && backend.can.emptyDirectories) return view.createDirectory(path, { signal });
    for (let at = path; at !== "/"; at = dirname(at)) {
      const above = await lookAt(files, view, at);
      if (above?.kind === "directory") break;
      if (above) throw fileError("ENOTDIR", "mkdir", path);
      attributes.folders.add(at);
    }
  });
}

/** Remove a file, a link, or a folder: an empty one, or with `recursive` everything in it. */
export function removePath(files: FileContext, path: Path, recursive: boolean): Promise<void> {
  return attempt(files, "rm", path, async () => {
    const { backend, judge, signal, attributes, changes } = files;
    const isLink = (await linkAt(files, path)) !== undefined;
    // Only looked at, to ask about everything in a folder at once.
    const stat = isLink ? null : await lookAt(files, backend, path);
    if (stat?.kind === "directory" && recursive) await removeTree(files, path);
    else {
      const view = await judge.permit(accessesTo(path, "delete"));
      if (isLink) {
        await view.remove(path, { signal });
        changes.noteLost(`${path} was a link`);
        judge.forget();
        return;
      }
      if (!stat) throw fileError("ENOENT", "rm", path);
      if (stat.kind === "directory") await removeEmpty(files, view, path);
      else {
        const before = await contentNow(files, view, path);
        await view.remove(path, { signal, ...(before && { ifVersion: before.version }) });
        changes.note(path, before, null);
      }
    }
    dropAttributes(attributes, path);
    keepFolder(files, dirname(path));
  });
}

/** A folder stays when its last file goes, also where the storage has no empty folders. */
export function keepFolder({ backend, attributes, roots }: FileContext, folder: Path): void {
  if (!backend.can.emptyDirectories && folder !== "/" && !roots.includes(folder)) attributes.folders.add(folder);
}

async function removeEmpty(files: FileContext, view: Backend, path: Path): Promise<void> {
  if ((await listFolder(files, path)).length > 0) throw fileError("ENOTEMPTY", "rmdir", path);
  if (!(await view.stat(path, { signal: files.signal }))) return;
  const { entries } = files.backend;
  if (!entries) return view.remove(path, { signal: files.signal, recursive: true });
  const place = await placeOf(files, path);
  await files.judge.permit(accessesTo(place, "delete"));
  if (!(await entries.removeFolder(place))) throw fileError("ENOTEMPTY", "rmdir", path);
}

/** Nothing goes unless all may go. */
async function removeTree(files: FileContext, path: Path): Promise<void> {
  const { backend, judge, signal, changes } = files;
  const below = await pathsBelow(files, backend, path);
  const permitted = await judge.permit(
    [path, ...below.map((each) => each.path)].flatMap((at) => accessesTo(at, "delete")),
  );
  const kept = await contentBelow(files, permitted, below);
  if (await permitted.stat(path, { signal })) await permitted.remove(path, { signal, recursive: true });
  for (const { at, before } of kept) changes.note(at, before, null);
  judge.forget();
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

/** The files below a folder as they are before they go, as far as they are kept. */
export async function contentBelow(files: FileContext, view: Backend, below: readonly BelowEntry[]) {
  const kept: { readonly at: Path; readonly before: { readonly bytes: Uint8Array; readonly version: string } }[] = [];
  let bytes = 0;
  for (const { path: at, kind } of below) {
    if (kind === "symlink" || kind === "other") files.changes.noteLost(`${at} was a link or a special file`);
    if (kind !== "file") continue;
    if (bytes > maxKept) {
      files.changes.noteLost("the command removed more content than is kept");
      break;
    }
    const before = await view.read(at, { signal: files.signal });
    bytes += before.size;
    kept.push({ at, before: { bytes: before.bytes, version: before.version } });
  }
  return kept;
}

const maxKept = 16 * 1024 * 1024;
