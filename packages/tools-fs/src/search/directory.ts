import { ignoredIn, type WalkRules } from "@holdall/pattern-core";
import { fileGlob, queryBelow, rulesAbove, rulesOf } from "@holdall/pattern-core/internal";
import { basename, type Entry, type Path, relativePath, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { createYield, leftOut } from "@holdall/tool-kit";
import type { FsToolsOptions } from "../options.ts";
import type { DirectoryListing } from "./directory-listing.ts";
import type { ListDirectoryInput } from "./directory-schema.ts";
import { createPage } from "./page.ts";
import { folderAt, isNoFolder } from "./suggest.ts";

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
  const yieldToEventLoop = createYield(signal);
  const listing = createPage<Listed>(offset, Math.min(limit, maxLimit));
  const counts = { hidden: 0, denied: 0, tooDeep: 0 };

  const enter = async (folder: Path, level: number, above: WalkRules | undefined): Promise<Visit> => {
    const entries = (await Array.fromAsync(backend.list(folder, { signal }))).map(named);
    const rules = above && (await rulesOf(backend, folder, entries, above, signal));
    return { entries, level, rules, ignored: ignoredIn(rules?.layer, folder), next: 0 };
  };
  /** The same for a folder that was there a moment ago. */
  const enterIfAny = async (...asked: Parameters<typeof enter>): Promise<Visit | undefined> => {
    try {
      return await enter(...asked);
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      if (error.code === "permission_denied" || error.code === "stale") counts.denied++;
      else if (error.code === "too_large") counts.tooDeep++;
      else if (!isNoFolder(error)) throw error;
      return undefined;
    }
  };

  const visits = [await enter(root, 1, depth > 1 ? await rulesAbove(backend, root, query, signal) : undefined)];
  for (let here = visits.at(-1); here; here = visits.at(-1)) {
    await yieldToEventLoop();
    const entry = here.entries[here.next++];
    if (!entry) {
      visits.pop();
      continue;
    }
    const { path: at, kind, name } = entry;
    if (globs.some(({ matches }) => matches(relativePath(at, root)))) continue;
    if (!hidden && name.startsWith(".")) counts.hidden++;
    else if (!(await query.permits(at))) counts.denied++;
    else {
      const opens = kind === "directory" && here.level < depth;
      const closed = opens && (name === ".git" || here.ignored(name, true));
      listing.add({ ...factsOf(entry), ...(closed && { ignored: true }) });
      const inside = opens && !closed ? await enterIfAny(at, here.level + 1, here.rules) : undefined;
      if (inside) visits.push(inside);
    }
  }
  const { items, total, next } = listing.page();
  return {
    path: root,
    entries: [...items],
    total,
    offset,
    ...(next !== undefined && { next_offset: next }),
    ...leftOut({ hidden: counts.hidden, not_permitted: counts.denied, too_deep: counts.tooDeep }),
  };
}

/** A folder whose entries are being listed. */
interface Visit {
  readonly entries: readonly ReturnType<typeof named>[];
  readonly level: number;
  readonly rules: WalkRules | undefined;
  readonly ignored: ReturnType<typeof ignoredIn>;
  next: number;
}

const named = (entry: Entry) => ({ ...entry, name: basename(entry.path) });

const factsOf = ({ path, kind, size, mode, target }: Entry): Listed => ({
  path,
  kind,
  ...(size !== undefined && kind === "file" && { bytes: size }),
  ...(mode !== undefined && { mode: (mode & 0o7777).toString(8).padStart(4, "0") }),
  ...(target !== undefined && { target }),
});
