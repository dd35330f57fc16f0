import { compileGlob, type Glob, type IgnoreLayer, isIgnored } from "@holdall/pattern-core";
import { type Backend, basename, type Path, relativePath, type ToolContext, toPath } from "@holdall/tool-core";
import { folderAt } from "../_changes/folder-at.ts";
import { pageOf } from "../_page.ts";
import type { ListDirectoryInput } from "../list-directory.ts";
import type { DirectoryListing } from "./directory-listing.ts";
import { patternInput } from "./pattern-input.ts";
import { children, layersAbove, readGate, readLayer } from "./walk.ts";

const defaultLimit = 500;
const maxLimit = 5_000;

/** The listing of a folder; `read_file` gives the same one. */
export async function readDirectory(
  backend: Backend,
  { path = ".", depth = 1, hidden = false, ignore_globs = [], offset = 0, limit = defaultLimit }: ListDirectoryInput,
  ctx: ToolContext,
): Promise<DirectoryListing> {
  const { cwd, signal } = ctx;
  const root = await folderAt(backend, toPath(path, cwd), signal);
  const globs = ignore_globs.map((glob) => patternInput("ignore_globs", () => compileGlob(glob, { hidden: true })));
  const mayRead = await readGate(root, ctx);
  const found: DirectoryListing["entries"] = [];
  const counts = { hidden: 0, denied: 0 };

  const visit = async (folder: Path, level: number, above: IgnoreLayer | undefined): Promise<void> => {
    const entries = await children(backend, folder, signal);
    const layer = depth > 1 ? await readLayer(backend, folder, entries, above, signal) : undefined;
    for (const { path: at, kind, size, mode, target } of entries) {
      if (matchesAny(globs, at, root)) continue;
      if (!hidden && basename(at).startsWith(".")) {
        counts.hidden++;
        continue;
      }
      if (!(await mayRead(at))) {
        counts.denied++;
        continue;
      }
      const isDirectory = kind === "directory";
      const closed = isDirectory && level < depth && (isIgnored(layer, at, true) || basename(at) === ".git");
      found.push({
        path: at,
        kind,
        ...(size !== undefined && kind === "file" && { size }),
        ...(mode !== undefined && { mode: (mode & 0o7777).toString(8).padStart(4, "0") }),
        ...(target !== undefined && { target }),
        ...(closed && { ignored: true }),
      });
      if (isDirectory && level < depth && !closed) await visit(at, level + 1, layer);
    }
  };

  await visit(root, 1, depth > 1 ? await layersAbove(backend, root, cwd, signal) : undefined);
  const page = pageOf(found, offset, Math.min(limit, maxLimit));
  return {
    path: root,
    entries: [...page.items],
    total: page.total,
    offset,
    ...(page.next !== undefined && { next_offset: page.next }),
    hidden: counts.hidden,
    not_permitted: counts.denied,
  };
}

const matchesAny = (globs: readonly Glob[], path: Path, root: Path): boolean =>
  globs.length > 0 && globs.some((glob) => glob.matches(relativePath(path, root)));
