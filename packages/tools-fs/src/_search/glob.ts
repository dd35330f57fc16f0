import { compileGlob, type Glob } from "@holdall/pattern-core";
import {
  type Backend,
  comparePaths,
  type Entry,
  isWithin,
  joinPath,
  type Path,
  relativePath,
  type ToolContext,
  toPath,
} from "@holdall/tool-core";
import { folderAt } from "../_changes/folder-at.ts";
import { pageOf } from "../_page.ts";
import type { GlobFilesInput, GlobFilesOutput } from "../glob-files.ts";
import { namesHidden, patternInput } from "./pattern-input.ts";
import { walkFiles } from "./walk.ts";

const defaultLimit = 100;
const maxLimit = 5_000;

/** What `glob_files` answers. */
export async function glob(
  backend: Backend,
  { pattern, path = ".", hidden = false, ignored = false, offset = 0, limit = defaultLimit }: GlobFilesInput,
  ctx: ToolContext,
): Promise<GlobFilesOutput> {
  const root = await folderAt(backend, toPath(path, ctx.cwd), ctx.signal);
  const counts = { ignored: 0, denied: 0 };
  const exact = await literalFile(backend, pattern, root, ctx);
  const found = exact ? [exact] : await matchingFiles(backend, pattern, root, { hidden, ignored }, counts, ctx);
  const page = pageOf(found.sort(newestFirst), offset, Math.min(limit, maxLimit));
  return {
    path: root,
    files: page.items.map((file) => file.path),
    total: page.total,
    offset,
    ...(page.next !== undefined && { next_offset: page.next }),
    hidden_by_ignore: counts.ignored,
    not_permitted: counts.denied,
  };
}

/** A pattern that names an existing file as it is written wins over its own wildcards. */
async function literalFile(
  backend: Backend,
  pattern: string,
  root: Path,
  { signal, decide }: ToolContext,
): Promise<Entry | undefined> {
  if (pattern.startsWith("!") || pattern.includes("\0")) return undefined;
  const path = toPath(pattern.startsWith("/") && !isWithin(toPath(pattern), root) ? `.${pattern}` : pattern, root);
  if (!isWithin(path, root)) return undefined;
  const stat = await backend.stat(path, { signal });
  if (stat?.kind !== "file" || (await decide({ action: "read", target: path })) === "deny") return undefined;
  return { path, kind: "file", ...(stat.modified !== undefined && { modified: stat.modified }) };
}

async function matchingFiles(
  backend: Backend,
  pattern: string,
  root: Path,
  { hidden, ignored }: { hidden: boolean; ignored: boolean },
  counts: { ignored: number; denied: number },
  ctx: ToolContext,
): Promise<Entry[]> {
  const glob: Glob = patternInput("pattern", () => compileGlob(belowRoot(pattern, root), { hidden }));
  const start = glob.prefix === "" ? root : joinPath(root, glob.prefix);
  const stat = start === root ? undefined : await backend.stat(start, { signal: ctx.signal });
  if (start !== root && stat?.kind !== "directory") return [];
  const wants = (path: Path) => glob.matches(relativePath(path, root));
  const found: Entry[] = [];
  const walk = { hidden: hidden || namesHidden(pattern), ignored, wants };
  for await (const file of walkFiles(backend, start, walk, counts, ctx)) found.push(file);
  return found;
}

/** A model may write the folder into the pattern, or end it with a slash for everything below. */
function belowRoot(pattern: string, root: Path): string {
  const inside = root !== "/" && pattern.startsWith(`${root}/`) ? pattern.slice(root.length) : pattern;
  return inside.endsWith("/") ? `${inside}**` : inside;
}

const newestFirst = (a: Entry, b: Entry): number =>
  (b.modified ?? 0) - (a.modified ?? 0) || comparePaths(a.path, b.path);
