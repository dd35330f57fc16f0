import { constants } from "node:fs";
import { copyFile, lstat, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { abortedError, isWithin, joinPath, type Path, relativePath, toPath } from "@holdall/tool-core";
import type { Roots } from "../files/roots.ts";
import type { ProjectCopy } from "../port/index.ts";
import { toHostPath } from "../protocol/uris.ts";

const maxFiles = 20_000;
const maxBytes = 300 * 1024 * 1024;
const leftOut = new Set([".git", ".hg", ".svn"]);
/** What is installed or built is linked: programs only read it. */
const linked = new Set(["node_modules", ".venv", "venv", "target", ".next", ".turbo"]);

export interface CopyOptions {
  readonly roots: Roots;
  /** Host paths that the copy must not have. */
  isLeftOut(path: string): boolean;
  readonly signal: AbortSignal | undefined;
}

/** Copy the root around a path to a folder of its own, with other contents for some files. Undefined where it is too large. */
export async function copyProject(
  file: Path,
  contents: ReadonlyMap<Path, Uint8Array | null>,
  { roots, isLeftOut, signal }: CopyOptions,
): Promise<ProjectCopy | undefined> {
  const root = roots.rootOf(file);
  if (!root) return undefined;
  const source = toHostPath(roots.toReal(root));
  const target = await realpath(await mkdtemp(join(tmpdir(), "holdall-before-")));
  const remove = () => rm(target, { recursive: true, force: true });
  try {
    if (!(await copyTree(source, target, { isLeftOut, signal }))) {
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
  return { root, folder: toPath(target), [Symbol.asyncDispose]: remove };
}

async function copyTree(
  source: string,
  target: string,
  { isLeftOut, signal }: Omit<CopyOptions, "roots">,
): Promise<boolean> {
  let [files, bytes] = [0, 0];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (signal?.aborted) throw abortedError(signal.reason);
    const entries = await readdir(join(source, folder), { withFileTypes: true });
    for (const entry of entries) {
      if (leftOut.has(entry.name)) continue;
      const [from, to] = [join(source, folder, entry.name), join(target, folder, entry.name)];
      if (isLeftOut(from)) continue;
      if (linked.has(entry.name) && entry.isDirectory()) await symlink(await realpath(from), to);
      else if (entry.isDirectory()) {
        await mkdir(to);
        folders.push(join(folder, entry.name));
      } else if (entry.isSymbolicLink()) {
        const inside = await insideOf(source, from);
        if (inside !== undefined) await symlink(relative(dirname(to), join(target, inside)) || ".", to);
      } else if (entry.isFile()) {
        bytes += (await stat(from)).size;
        if (++files > maxFiles || bytes > maxBytes) return false;
        await copyFile(from, to, constants.COPYFILE_FICLONE);
      }
    }
  }
  return true;
}

/** Where a path leads below a folder; undefined where it leads outside, to what is not copied or linked, or nowhere. */
async function insideOf(source: string, path: string): Promise<string | undefined> {
  const [top, real] = await Promise.all([realpath(source), realpath(path).catch(() => undefined)]);
  if (real === undefined) return undefined;
  const inside = relative(top, real);
  if (inside.startsWith("..") || isAbsolute(inside)) return undefined;
  return inside.split(sep).some((name) => leftOut.has(name) || linked.has(name)) ? undefined : inside;
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
