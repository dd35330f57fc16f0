import { constants } from "node:fs";
import { copyFile, lstat, mkdir, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { abortedError, isWithin, joinPath, type Path, relativePath, toPath } from "@holdall/tool-core";
import { temporaryFolder, toHostPath } from "@holdall/tool-kit/node";
import type { Roots } from "../files/roots.ts";
import type { ProjectCopy } from "../port/index.ts";

const maxFiles = 20_000;
const maxBytes = 300 * 1024 * 1024;
const skipped = new Set([".git", ".hg", ".svn"]);
/** What is installed or built is linked. A sandbox makes it read-only, and what may write without one is asked about. */
const linked = new Set(["node_modules", ".venv", "venv", "target", ".next", ".turbo"]);

export interface CopyOptions {
  readonly roots: Roots;
  /** Host paths that the copy must not have. */
  isLeftOut(path: string): boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Copy the root around a path to a folder that only the user can open, with other contents for some files. Undefined where
 * it is too large, or where it changes its folders while it is copied.
 */
export async function copyProject(
  file: Path,
  contents: ReadonlyMap<Path, Uint8Array | null>,
  { roots, isLeftOut, signal }: CopyOptions,
): Promise<ProjectCopy | undefined> {
  const root = roots.rootOf(file);
  if (!root) return undefined;
  const source = await realpath(toHostPath(roots.toReal(root)));
  const folder = temporaryFolder("before");
  const target = folder.path;
  const remove = async () => folder[Symbol.dispose]();
  const leftOut: string[] = [];
  try {
    if (!(await copyTree(source, target, leftOut, { isLeftOut, signal }))) {
      await remove();
      return undefined;
    }
    for (const [path, bytes] of contents) {
      if (!isWithin(path, root)) continue;
      const at = toHostPath(joinPath(toPath(source), relativePath(path, root)));
      if (isLeftOut(at)) continue;
      if (!(await writeInside(target, source, at, bytes))) {
        await remove();
        return undefined;
      }
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { root, folder: toPath(target), leftOut, [Symbol.asyncDispose]: remove };
}

async function copyTree(
  source: string,
  target: string,
  leftOut: string[],
  { isLeftOut, signal }: Omit<CopyOptions, "roots">,
): Promise<boolean> {
  let [files, bytes] = [0, 0];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (signal?.aborted) throw abortedError(signal.reason);
    const entries = await readdir(join(source, folder), { withFileTypes: true });
    for (const entry of entries) {
      if (skipped.has(entry.name)) continue;
      const name = join(folder, entry.name);
      const [from, to] = [join(source, name), join(target, name)];
      if (isLeftOut(from)) continue;
      if (linked.has(entry.name) && entry.isDirectory()) await symlink(from, to);
      else if (entry.isDirectory()) {
        await mkdir(to);
        folders.push(name);
      } else if (entry.isSymbolicLink()) {
        const inside = await insideOf(source, from);
        if (inside === undefined) leftOut.push(name);
        else await symlink(relative(dirname(to), join(target, inside)) || ".", to);
      } else if (entry.isFile()) {
        const before = await lstat(from);
        bytes += before.size;
        if (++files > maxFiles || bytes > maxBytes) return false;
        await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        const after = await lstat(from);
        if (!after.isFile() || after.ino !== before.ino) return false;
      }
    }
    // A folder that was replaced by a link in the meantime would have led elsewhere.
    if ((await realpath(join(source, folder))) !== join(source, folder)) return false;
  }
  return true;
}

/** Where a path leads below a folder; undefined where it leads outside, to what is not copied or linked, or nowhere. */
async function insideOf(source: string, path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  const inside = relative(source, real);
  if (inside.startsWith("..") || isAbsolute(inside)) return undefined;
  return inside.split(sep).some((name) => skipped.has(name) || linked.has(name)) ? undefined : inside;
}

/** Give a file of the source other bytes in its copy, through no link. False where the copy does not have its folder. */
async function writeInside(target: string, source: string, path: string, bytes: Uint8Array | null): Promise<boolean> {
  let folder = dirname(path);
  while (folder !== dirname(folder) && !(await lstat(folder).catch(() => undefined))) folder = dirname(folder);
  const inside = await insideOf(source, folder);
  if (inside === undefined) return false;
  const names = [inside, relative(folder, path)].join(sep).split(sep).filter(Boolean);
  let at = target;
  for (const name of names.slice(0, -1)) {
    at = join(at, name);
    const stat = await lstat(at).catch(() => undefined);
    if (!stat) await mkdir(at);
    else if (!stat.isDirectory()) return false;
  }
  const file = join(at, names.at(-1) ?? "");
  await rm(file, { recursive: true, force: true });
  if (bytes) await writeFile(file, bytes, { flag: "wx" });
  return true;
}
