import { ignoredIn, type WalkRules } from "@holdall/pattern-core";
import { basename, type Entry, type Path, relativePath, type ToolContext, toPath } from "@holdall/tool-core";
import { createPace } from "@holdall/tool-core/pace";
import { folderAt } from "../_changes/folder-at.ts";
import { createPage } from "../_page.ts";
import type { ListDirectoryInput } from "../list-directory.ts";
import type { FsToolsOptions } from "../options.ts";
import type { DirectoryListing } from "./directory-listing.ts";
import { fileGlob } from "./file-glob.ts";
import { queryBelow } from "./find.ts";
import { rulesAbove, rulesOf } from "./rules.ts";

const defaultLimit = 500;
const maxLimit = 5_000;

type Listed = DirectoryListing["entries"][number];

/** The listing of a folder; `read_file` gives the same one. */
export async function readDirectory(
  options: FsToolsOptions,
  { path = ".", depth = 1, hidden = false, ignore_globs = [], offset = 0, limit = defaultLimit }: ListDirectoryInput,
  ctx: ToolContext,
): Promise<DirectoryListing> {
  const { backend } = options;
  const { cwd, signal } = ctx;
  const root = await folderAt(backend, toPath(path, cwd), signal);
  const globs = ignore_globs.map((glob) => fileGlob("ignore_globs", glob, true));
  const query = await queryBelow(root, { ignored: depth === 1 }, options, ctx);
  const pace = createPace(signal);
  const listing = createPage<Listed>(offset, Math.min(limit, maxLimit));
  const counts = { hidden: 0, denied: 0 };

  const visit = async (folder: Path, level: number, above: WalkRules | undefined): Promise<void> => {
    const entries = (await Array.fromAsync(backend.list(folder, { signal }))).map(named);
    const rules = above && (await rulesOf(backend, folder, entries, above, signal));
    const ignored = ignoredIn(rules?.layer, folder);
    for (const entry of entries) {
      await pace();
      const { path: at, kind, name } = entry;
      if (globs.some(({ matches }) => matches(relativePath(at, root)))) continue;
      if (!hidden && name.startsWith(".")) counts.hidden++;
      else if (!(await query.permits(at))) counts.denied++;
      else {
        const opens = kind === "directory" && level < depth;
        const closed = opens && (name === ".git" || ignored(name, true));
        listing.add({ ...factsOf(entry), ...(closed && { ignored: true }) });
        if (opens && !closed) await visit(at, level + 1, rules);
      }
    }
  };

  await visit(root, 1, depth > 1 ? await rulesAbove(backend, root, query, signal) : undefined);
  const { items, total, next } = listing.page();
  return {
    path: root,
    entries: [...items],
    total,
    offset,
    ...(next !== undefined && { next_offset: next }),
    hidden: counts.hidden,
    not_permitted: counts.denied,
  };
}

const named = (entry: Entry) => ({ ...entry, name: basename(entry.path) });

const factsOf = ({ path, kind, size, mode, target }: Entry): Listed => ({
  path,
  kind,
  ...(size !== undefined && kind === "file" && { size }),
  ...(mode !== undefined && { mode: (mode & 0o7777).toString(8).padStart(4, "0") }),
  ...(target !== undefined && { target }),
});
