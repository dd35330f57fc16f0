import { roleOf, type SearchHit, stopWords } from "@holdall/code-core";
import { type Path, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import { readSource, type SourceFile } from "../_index/code-index.ts";
import { type CodeView, refresh } from "../_index/refresh.ts";
import type { CodeToolsOptions } from "../options.ts";
import { askModels } from "./models.ts";
import { pickLines, wordsIn } from "./pick-lines.ts";
import { type CodebaseSearchInput, type CodebaseSearchOutput, pathsOf } from "./schema.ts";
import { searchWords } from "./search-words.ts";

const maxLimit = 30;
const maxQuery = 2000;
/** Lines of a result's text: of the first three, and of the others. */
const [linesOfFirst, linesOfOthers] = [40, 8];

interface FoundCode {
  readonly source: SourceFile;
  readonly score: number;
  readonly line: number;
  readonly endLine: number;
  readonly why: readonly string[];
  readonly document: string;
}

/** What `codebase_search` answers. */
export async function searchCode(
  options: CodeToolsOptions,
  asked: CodebaseSearchInput,
  ctx: ToolContext,
): Promise<CodebaseSearchOutput> {
  const { query: written, glob, limit: wanted = 10, include_tests: tests } = asked;
  const query = written.slice(0, maxQuery);
  const words = new Set(
    wordsIn(
      query
        .split(/\s+/)
        .filter((word) => !stopWords.has(word.toLowerCase()))
        .join(" "),
    ),
  );
  if (words.size === 0) for (const word of wordsIn(query)) words.add(word);
  if (words.size === 0)
    throw new ToolError("invalid_input", "The query has no words.", {
      hint: "Ask in words, such as: where are sessions stored. For exact text use {grep_files}.",
    });
  const limit = Math.min(wanted, maxLimit);
  const roots = pathsOf(asked).map((path) => toPath(path, ctx.cwd));
  await requireExisting(options, roots, ctx);

  const view = await refresh(options, { roots, glob }, ctx, { words });
  const models = options.embedding !== undefined || options.rerank !== undefined;
  const found = await searchView(options, view, { query, words, tests, count: models ? 60 : limit + 1 }, ctx);
  const isName = !/\s/.test(query.trim());
  const { ranked, notes } = await askModels(found, options, { query, isName, signal: ctx.signal });
  const best = ranked[0]?.score || 1;
  const { counts, beyond, waiting } = view;
  const results = ranked.slice(0, limit).map(({ source, score, line, endLine, why }, i) => {
    const picked = pickLines(source, { line, endLine }, words, i < 3 ? linesOfFirst : linesOfOthers);
    const { symbol } = picked;
    return {
      path: source.path,
      line: picked.start,
      end_line: picked.end,
      ...(symbol && {
        symbol: symbol.container ? `${symbol.container}.${symbol.name}` : symbol.name,
        signature: symbol.signature,
      }),
      score: Math.round((score / best) * 100) / 100,
      why: [...why],
      content: picked.content,
    };
  });
  const said = [
    ...notes,
    ...(waiting > 0
      ? [`The index is still growing: ${waiting.toLocaleString("en")} files, the least likely ones, are not in it yet.`]
      : []),
    ...(wanted > maxLimit ? [`At most ${maxLimit} files are returned.`] : []),
    ...(written.length > maxQuery ? [`Only the first ${maxQuery} characters of the query were read.`] : []),
  ];
  return {
    results,
    indexed: counts.indexed,
    ...leftOut({
      ignored: counts.ignored,
      not_permitted: counts.not_permitted,
      ...counts.skipped,
      beyond_index: beyond.length,
      beyond_limit: Math.max(0, ranked.length - limit),
    }),
    ...(said.length > 0 && { notes: said }),
  };
}

async function requireExisting({ backend }: CodeToolsOptions, roots: readonly Path[], { signal }: ToolContext) {
  for (const path of roots) {
    if (path !== "/" && !(await backend.stat(path, { signal })))
      throw new ToolError("not_found", `${path} does not exist.`, {
        hint: "Leave paths out to search everything, or find the folder with {list_directory}.",
        data: { path },
      });
  }
}

interface SearchRequest {
  readonly query: string;
  readonly words: ReadonlySet<string>;
  readonly tests: boolean | undefined;
  readonly count: number;
}

/** The best files. What a hit shows is read now: a file that changed since the walk is left to the next search, one that is gone is none. */
async function searchView(
  { backend }: CodeToolsOptions,
  { index, files, beyond }: CodeView,
  { query, words, tests, count }: SearchRequest,
  { cwd, signal }: ToolContext,
): Promise<FoundCode[]> {
  const hits = index.search.search(query, {
    limit: count,
    visible: (path) => files.has(path as Path),
    withoutTests: tests === false,
    ...(tests === true && { weights: { tests: 1 } }),
  });
  const found: FoundCode[] = [];
  for (const hit of hits) {
    const source = await readSource(backend, hit.path as Path, { signal });
    if (!source) continue;
    const changed = index.states.get(source.path)?.version !== source.version;
    const last = source.text.split("\n").length;
    const endLine = changed ? last : Math.min(hit.endLine, last);
    const line = Math.max(1, Math.min(hit.line, endLine));
    found.push({ source, score: hit.score, line, endLine, why: reasonsOf(hit), document: documentOf(source, hit) });
  }
  if (beyond.length > 0) {
    const best = found[0]?.score ?? 1;
    const others = await searchWords(
      backend,
      beyond.filter((path) => tests !== false || roleOf(path, cwd.length) !== "test"),
      words,
      { limit: count, signal },
    );
    for (const { path, share } of others) {
      const source = await readSource(backend, path, { signal });
      if (!source) continue;
      const whole = { line: 1, endLine: source.text.split("\n").length };
      const why = [`words: ${Math.round(share * words.size)} of ${words.size}, not indexed`];
      found.push({
        source,
        score: best * share * 0.8,
        ...whole,
        why,
        document: `${path}\n${source.text.slice(0, 1500)}`,
      });
    }
    found.sort((one, other) => other.score - one.score);
  }
  return found;
}

function reasonsOf({ defines, words, pathWords, role }: SearchHit): string[] {
  return [
    ...(defines === undefined ? [] : [`defines ${defines}`]),
    ...(words.length === 0 ? [] : [`words: ${words.slice(0, 8).join(", ")}`]),
    ...(pathWords.length === 0 ? [] : [`path: ${pathWords.join(", ")}`]),
    ...(role === "code" ? [] : [role]),
  ];
}

const documentOf = ({ path, text }: SourceFile, { start, end }: SearchHit): string =>
  `${path}\n${text.slice(start, Math.min(end, start + 2000))}`;
