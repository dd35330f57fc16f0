import { compileTextPattern } from "@holdall/pattern-core";
import {
  type Backend,
  type Entry,
  type Path,
  type Stat,
  type Tool,
  type ToolContext,
  toPath,
} from "@holdall/tool-core";
import * as z from "zod";
import { defineFsTool } from "./_define-fs-tool.ts";
import { natural, text } from "./_numbers.ts";
import { fileFilter } from "./_search/file-filter.ts";
import { patternInput } from "./_search/pattern-input.ts";
import { renderGrep } from "./_search/render-grep.ts";
import { type FileMatches, type SearchOptions, searchFiles } from "./_search/search-files.ts";
import { missingPath } from "./_search/suggest.ts";
import { walkFiles } from "./_search/walk.ts";
import type { FsToolsOptions } from "./options.ts";

const defaultLimit = { content: 100, files_with_matches: 200, count: 200 } as const;
const autoContext = { matches: 3, lines: 5 } as const;
const maxChars = 40_000;

const input = z.object({
  pattern: text,
  path: z.string().optional(),
  glob: z.string().optional().describe("*.ts,!*.test.ts"),
  type: z.string().optional(),
  output_mode: z.enum(["content", "files_with_matches", "count"]).optional(),
  literal: z.boolean().optional(),
  ignore_case: z.boolean().optional(),
  word: z.boolean().optional(),
  multiline: z.boolean().optional(),
  before: natural.optional(),
  after: natural.optional(),
  context: natural.optional(),
  limit: natural.optional(),
  offset: natural.optional(),
  max_per_file: natural.optional(),
  hidden: z.boolean().optional(),
  ignored: z.boolean().optional(),
});
const output = z.object({
  path: z.string(),
  mode: z.enum(["content", "files_with_matches", "count"]),
  files: z.array(
    z.object({
      path: z.string(),
      matches: z.number(),
      rows: z.array(
        z.object({
          line: z.number(),
          text: z.string(),
          match: z.boolean(),
          column: z.number().optional(),
          clipped: z.boolean().optional(),
        }),
      ),
    }),
  ),
  searched: z.number(),
  total: z.number().optional().describe("Absent when the search stopped at its limit"),
  offset: z.number(),
  next_offset: z.number().optional(),
  truncated: z.boolean(),
  cut_files: z.number().describe("Files of which max_per_file hid matches"),
  hidden_by_ignore: z.number(),
  not_permitted: z.number(),
  skipped: z.object({ binary: z.number(), unreadable: z.number(), too_large: z.number() }),
});

export type GrepFilesInput = z.infer<typeof input>;
export type GrepFilesOutput = z.infer<typeof output>;

/** Search file contents line by line. Does not count as reading the files. */
export function grepFiles({ backend }: FsToolsOptions): Tool<GrepFilesInput, GrepFilesOutput> {
  return defineFsTool(backend, {
    name: "grep_files",
    category: "filesystem",
    description: "Search file contents by regex (ripgrep syntax) or `literal` text.",
    guidance:
      "{grep_files} takes ripgrep's regular expressions: no look-around, no backreferences, and { } are escaped to be literal. " +
      "Set literal to search for text as it is. Git-ignored, hidden and binary files are left out unless asked for or named as path. " +
      "A match is not a read: use {read_file} before you edit.",
    examples: ["where is this function used", "find TODO comments", "search the code for a string"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: {
      claude: {
        name: "Grep",
        params: { before: "-B", after: "-A", context: "-C", ignore_case: "-i", limit: "head_limit" },
      },
      names: ["grep", "grep_search", "search_file_content"],
      params: {
        regex: "pattern",
        query: "pattern",
        fixed_strings: "literal",
        case_insensitive: "ignore_case",
        include: "glob",
        include_pattern: "glob",
      },
    },
    access: ({ path = "." }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    async execute(options, ctx) {
      const {
        path = ".",
        pattern: written,
        output_mode: mode = "content",
        offset = 0,
        literal,
        word,
        multiline,
      } = options;
      const way = literal ? "" : "To search for the text as it is, set literal: true.";
      const compiled = patternInput(
        "pattern",
        () => compileTextPattern(written, { literal, word, multiline, ignoreCase: options.ignore_case }),
        way,
      );
      const root = toPath(path, ctx.cwd);
      const stat = await backend.stat(root, { signal: ctx.signal });
      if (!stat && root !== "/") throw await missingPath(backend, root, ctx.signal);
      const counts = { ignored: 0, denied: 0 };
      const search = (context: number) => {
        const settings: SearchOptions = {
          before: options.before ?? context,
          after: options.after ?? context,
          maxPerFile: options.max_per_file || Number.POSITIVE_INFINITY,
          offset,
          limit: options.limit || defaultLimit[mode],
          mode,
          maxChars,
        };
        return searchFiles(backend, candidates(backend, root, stat, options, counts, ctx), compiled, settings, ctx);
      };
      const found = await search(options.context ?? 0);
      const asked = options.context ?? options.before ?? options.after;
      const few =
        mode === "content" &&
        asked === undefined &&
        offset === 0 &&
        (found.total ?? 0) > 0 &&
        (found.total ?? 99) <= autoContext.matches;
      const files = few ? await surroundings(backend, found.files, compiled, ctx) : found.files;
      return {
        path: root,
        mode,
        files: files.map((file) => ({ ...file, rows: [...file.rows] })),
        searched: found.searched,
        ...(found.total !== undefined && { total: found.total }),
        offset,
        ...(found.next !== undefined && { next_offset: found.next }),
        truncated: found.next !== undefined || found.cutFiles > 0,
        cut_files: found.cutFiles,
        hidden_by_ignore: counts.ignored,
        not_permitted: counts.denied,
        skipped: { binary: found.binary, unreadable: found.unreadable, too_large: found.tooLarge },
      };
    },
    render: renderGrep,
  });

  /** A few matches again, with lines around them. */
  async function surroundings(
    on: Backend,
    files: readonly FileMatches[],
    pattern: ReturnType<typeof compileTextPattern>,
    ctx: ToolContext,
  ) {
    const { lines } = autoContext;
    const again = {
      before: lines,
      after: lines,
      maxPerFile: Number.POSITIVE_INFINITY,
      offset: 0,
      limit: 100,
      mode: "content" as const,
      maxChars,
    };
    const { files: found } = await searchFiles(on, entriesOf(files), pattern, again, ctx);
    return found;
  }
}

async function* entriesOf(files: readonly FileMatches[]): AsyncGenerator<Entry> {
  for (const { path } of files) yield { path, kind: "file" };
}

/** The files a search looks into: the one that was named, whatever hides it, or those below a folder. */
async function* candidates(
  backend: Backend,
  root: Path,
  stat: Stat | null,
  { glob, type, hidden = false, ignored = false }: GrepFilesInput,
  counts: { ignored: number; denied: number },
  ctx: ToolContext,
): AsyncGenerator<Entry> {
  if (stat?.kind === "file") {
    yield { path: root, kind: "file" };
    return;
  }
  const filter = fileFilter(root, { glob, type });
  const options = { hidden: hidden || filter.namesHidden, ignored, wants: filter.wants };
  for await (const entry of walkFiles(backend, root, options, counts, ctx)) if (entry.kind === "file") yield entry;
}
