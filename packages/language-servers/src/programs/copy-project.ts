import { constants, type Dirent } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readlink, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ProjectCopy } from "@holdall/code-core/program-runner";
import { abortedError, isWithin, joinPath, type Path, relativePath, toPath } from "@holdall/tool-core";
import type { Roots } from "../files/roots.ts";
import { toHostPath } from "../protocol/uris.ts";

const maxFiles = 20_000;
const maxBytes = 300 * 1024 * 1024;
const leftOut = new Set([".git", ".hg", ".svn"]);
/** What is installed or built is linked: programs only read it. */
const linked = new Set(["node_modules", ".venv", "venv", "target", ".next", ".turbo"]);

/** Copy the root around a path to a folder of its own, with other contents for some files. Undefined where it is too large. */
export async function copyProject(
  at: Path,
  contents: ReadonlyMap<Path, Uint8Array | null>,
  roots: Roots,
  signal?: AbortSignal,
): Promise<ProjectCopy | undefined> {
  const root = roots.rootOf(at);
  if (!root) return undefined;
  const source = toHostPath(roots.toReal(root));
  const target = await realpath(await mkdtemp(join(tmpdir(), "holdall-before-")));
  const remove = () => rm(target, { recursive: true, force: true });
  try {
    if (!(await copyTree(source, target, signal))) {
      await remove();
      return undefined;
    }
    for (const [path, bytes] of contents) {
      if (!isWithin(path, root)) continue;
      const file = toHostPath(joinPath(toPath(target), relativePath(path, root)));
      await rm(file, { recursive: true, force: true });
      if (!bytes) continue;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { root, folder: toPath(target), [Symbol.asyncDispose]: remove };
}

async function copyTree(source: string, target: string, signal: AbortSignal | undefined): Promise<boolean> {
  let [files, bytes] = [0, 0];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (signal?.aborted) throw abortedError(signal.reason);
    const entries = await readdir(join(source, folder), { withFileTypes: true });
    for (const entry of entries) {
      if (leftOut.has(entry.name)) continue;
      const [from, to] = [join(source, folder, entry.name), join(target, folder, entry.name)];
      if (linked.has(entry.name) && isFolderLike(entry)) await symlink(await realpath(from), to);
      else if (entry.isDirectory()) {
        await mkdir(to);
        folders.push(join(folder, entry.name));
      } else if (entry.isSymbolicLink()) {
        const link = await readlink(from);
        if (!link.startsWith("/")) await symlink(link, to);
      } else if (entry.isFile()) {
        bytes += (await stat(from)).size;
        if (++files > maxFiles || bytes > maxBytes) return false;
        await copyFile(from, to, constants.COPYFILE_FICLONE);
      }
    }
  }
  return true;
}

const isFolderLike = (entry: Dirent): boolean => entry.isDirectory() || entry.isSymbolicLink();
