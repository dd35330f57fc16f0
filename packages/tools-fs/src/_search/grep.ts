import { compileTextPattern, type TextPattern } from "@holdall/pattern-core";
import { type Backend, type Entry, type Path, type Stat, type ToolContext, toPath } from "@holdall/tool-core";
import type { GrepFilesInput, GrepFilesOutput } from "../grep-files.ts";
import { fileFilter } from "./file-filter.ts";
import { patternInput } from "./pattern-input.ts";
import { type FileMatches, type SearchOptions, searchFiles } from "./search-files.ts";
import { missingPath } from "./suggest.ts";
import { walkFiles } from "./walk.ts";

const defaultLimit = { content: 100, files_with_matches: 200, count: 200 } as const;
const autoContext = { matches: 3, lines: 5 } as const;
const maxChars = 40_000;

/** What `grep_files` answers. */
export async function grep(backend: Backend, options: GrepFilesInput, ctx: ToolContext): Promise<GrepFilesOutput> {
  const { path = ".", pattern: written, output_mode: mode = "content", offset = 0, literal, word, multiline } = options;
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
}

/** A few matches again, with lines around them. */
async function surroundings(on: Backend, files: readonly FileMatches[], pattern: TextPattern, ctx: ToolContext) {
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
