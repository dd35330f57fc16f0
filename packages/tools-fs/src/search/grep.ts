import { compileTextPattern, type TextPattern } from "@holdall/pattern-core";
import { fileFilter, findCandidates, patternInput, queryBelow } from "@holdall/pattern-core/internal";
import {
  type Path,
  type SearchCandidate,
  type Stat,
  type TextQuery,
  type ToolContext,
  toPath,
} from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import type { FsToolsOptions } from "../options.ts";
import { type Collected, type CollectOptions, collectMatches } from "./collect-matches.ts";
import type { GrepFilesInput, GrepFilesOutput } from "./grep-schema.ts";
import { maxContext } from "./render-grep.ts";
import { isNoFolder, missingPath } from "./suggest.ts";

const defaultLimit = { content: 100, files_with_matches: 200, count: 200 } as const;
/** Binary files that are named; the others are counted. */
const maxBinary = 10;
const maxBytes = 64 * 1024 * 1024;
/** A search of so few files that found nothing is done again without regard to case: more where the backend has its own way. */
const cheap = { fast: 1_000, slow: 100 } as const;

/** What `grep_files` answers. Whether the working folder is there is found out by walking: most often it is. */
export async function grep(options: FsToolsOptions, input: GrepFilesInput, ctx: ToolContext): Promise<GrepFilesOutput> {
  if (input.path === undefined) {
    try {
      return await grepAt(options, ctx.cwd, null, input, ctx);
    } catch (error) {
      if (!isNoFolder(error)) throw error;
    }
  }
  const root = toPath(input.path ?? ".", ctx.cwd);
  const stat = await options.backend.stat(root, { signal: ctx.signal });
  if (!stat && root !== "/") throw await missingPath(options.backend, root, ctx.signal);
  return grepAt(options, root, stat, input, ctx);
}

async function grepAt(
  options: FsToolsOptions,
  root: Path,
  stat: Stat | null,
  input: GrepFilesInput,
  ctx: ToolContext,
): Promise<GrepFilesOutput> {
  const { pattern, output_mode: mode = "content", offset = 0 } = input;
  const text = compile(input);
  const documents = input.documents ? (await import("./documents.ts")).documentReader() : undefined;
  // What a backend searches by itself is the bytes of a file.
  const { search: _, ...unsearched } = options.backend;
  const find = await candidatesIn(documents ? { ...options, backend: unsearched } : options, root, stat, input, ctx);
  const search = (how: SearchText, collect: CollectOptions) =>
    collectMatches(
      find(documents ? { ...how, mayMatch: () => true } : how),
      how,
      { ...collect, documents: documents?.read },
      ctx.signal,
    );

  const maxPerFile = input.max_per_file ?? Number.POSITIVE_INFINITY;
  const limit = input.limit || defaultLimit[mode];
  const found = await search(text, { mode, context: contextOf(input), maxPerFile, offset, limit });
  const otherCase =
    found.total === 0 &&
    !input.ignore_case &&
    /\p{L}/u.test(pattern) &&
    found.counts.files <= (options.backend.search ? cheap.fast : cheap.slow) &&
    (await search(compile({ ...input, ignore_case: true }), { ...anyMatch, maxPerFile })).next !== undefined;
  const isBinary = stat?.kind === "file" && found.binarySeen > 0;
  return {
    path: root,
    mode,
    offset,
    ...outputOf(found, [...(documents?.unread ?? [])]),
    ...(isBinary && { is_binary: true }),
    ...(otherCase && { other_case: true }),
  };
}

/** Ends at the first match. */
const anyMatch = { mode: "content", context: { before: 0, after: 0 }, offset: 0, limit: 0 } as const;

type SearchText = TextPattern & TextQuery;

function compile({
  pattern,
  literal = false,
  word = false,
  multiline = false,
  ignore_case: ignoreCase = false,
}: GrepFilesInput): SearchText {
  const way = literal ? "" : "To search for the text as it is, set literal: true.";
  const options = { literal, word, multiline, ignoreCase };
  const compiled = patternInput("pattern", () => compileTextPattern(pattern, options), way, pattern);
  return { ...compiled, pattern, ...options, ignoreCase: ignoreCase || compiled.ignoreCase };
}

function contextOf({ before, after, context }: GrepFilesInput): CollectOptions["context"] {
  const max = (lines = 0) => Math.min(lines, maxContext);
  return { before: max(before ?? context), after: max(after ?? context) };
}

/** The files a search looks into: the one that was named, whatever hides it, or those below a folder. */
async function candidatesIn(
  options: FsToolsOptions,
  root: Path,
  stat: Stat | null,
  { glob, type, hidden = false, ignored = false }: GrepFilesInput,
  ctx: ToolContext,
): Promise<(text: TextQuery) => AsyncIterable<SearchCandidate>> {
  const { backend } = options;
  if (stat?.kind === "file") return () => oneFile(options, root, stat, ctx);
  const query = await queryBelow(root, { hidden, ignored, wants: fileFilter(root, { glob, type }) }, options, ctx);
  return (text) => findCandidates(backend, root, query, text, { signal: ctx.signal, maxBytes });
}

async function* oneFile(
  { backend }: FsToolsOptions,
  path: Path,
  { size }: Stat,
  { signal }: ToolContext,
): AsyncGenerator<SearchCandidate, void, void> {
  const counts = { files: 1, ignored: 0, denied: 0, unreadable: 0, tooLarge: size > maxBytes ? 1 : 0 };
  if (size > maxBytes) yield { counts };
  else yield { file: { path, bytes: (await backend.read(path, { signal })).bytes }, counts };
}

function outputOf({ files, counts, total, next, binary, cutFiles }: Collected, unread: readonly Path[]) {
  return {
    files: files.map((file) => ({ ...file, rows: [...file.rows] })),
    searched: counts.files - counts.unreadable - counts.tooLarge,
    ...(total !== undefined && { total }),
    ...(next !== undefined && { next_offset: next }),
    ...leftOut({
      ignored: counts.ignored,
      not_permitted: counts.denied,
      too_deep: counts.tooDeep,
      binary: binary.length,
      unreadable: counts.unreadable,
      too_large: counts.tooLarge,
      max_per_file: cutFiles,
      documents: unread.length,
    }),
    ...(unread.length > 0 && { unread_documents: unread.slice(0, maxBinary) }),
    ...(binary.length > 0 && { binary_files: binary.slice(0, maxBinary) }),
  };
}
