import { compileGlob, type Glob } from "@holdall/pattern-core";
import {
  type Backend,
  comparePaths,
  type Entry,
  isWithin,
  joinPath,
  type Path,
  relativePath,
  type Tool,
  type ToolContext,
  toPath,
} from "@holdall/tool-core";
import * as z from "zod";
import { folderAt } from "./_changes/folder-at.ts";
import { defineFsTool } from "./_define-fs-tool.ts";
import { natural, positive, text } from "./_numbers.ts";
import { continuation, leftOut, pageOf } from "./_page.ts";
import { namesHidden, patternInput } from "./_search/pattern-input.ts";
import { walkFiles } from "./_search/walk.ts";
import type { FsToolsOptions } from "./options.ts";

const defaultLimit = 100;
const maxLimit = 5_000;

const input = z.object({
  pattern: text,
  path: z.string().optional(),
  hidden: z.boolean().optional(),
  ignored: z.boolean().optional(),
  offset: natural.optional(),
  limit: positive.optional(),
});
const output = z.object({
  path: z.string(),
  files: z.array(z.string()),
  total: z.number(),
  offset: z.number(),
  next_offset: z.number().optional(),
  hidden_by_ignore: z.number(),
  not_permitted: z.number(),
});

export type GlobFilesInput = z.infer<typeof input>;
export type GlobFilesOutput = z.infer<typeof output>;

/** Find files by a glob, newest first over all matches; by path where the backend knows no times. */
export function globFiles({ backend }: FsToolsOptions): Tool<GlobFilesInput, GlobFilesOutput> {
  return defineFsTool(backend, {
    name: "glob_files",
    category: "filesystem",
    description: "Find files by glob such as src/**/*.{ts,tsx}, newest first.",
    guidance:
      "{glob_files} leaves out git-ignored and dot files unless `ignored` or `hidden` is set; a path that exists as written, brackets and all, is always found. " +
      "Search contents with {grep_files}.",
    examples: ["find all test files", "which typescript files were changed last", "locate a file by name"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: {
      claude: { name: "Glob" },
      names: ["glob", "search_files", "glob_file_search"],
      params: { glob_pattern: "pattern", target_directory: "path" },
    },
    access: ({ path = "." }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    async execute({ pattern, path = ".", hidden = false, ignored = false, offset = 0, limit = defaultLimit }, ctx) {
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
    },
    render({ path, files, total, offset, next_offset, hidden_by_ignore, not_permitted }, { pattern, hidden = false }) {
      const page = { items: files, total, ...(next_offset !== undefined && { next: next_offset }) };
      const none = `No file below ${path} matches ${pattern}.${hidden ? "" : " Dot files were not looked at (hidden: true)."}`;
      const notes = [
        ...continuation(page, offset, "file"),
        ...leftOut({ ignored: hidden_by_ignore, denied: not_permitted }),
      ];
      return [...(total === 0 ? [none] : files), ...notes].join("\n");
    },
  });
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
