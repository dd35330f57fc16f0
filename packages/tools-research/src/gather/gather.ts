import { type ToolContext, ToolError } from "@holdall/tool-core";
import { type Passage, passagesOf } from "../passages/passages.ts";
import { type Ranked, rankPassages } from "../passages/rank-passages.ts";
import type { Budget } from "./budget.ts";
import { callFetch, callSearch, type FetchedPage } from "./calls.ts";
import { canonicalUrl, domainOf } from "./canonical-url.ts";
import { isCopy, shinglesOf } from "./group-copies.ts";
import { keywordsOf, queriesOf } from "./queries.ts";
import { callRead, listFiles } from "./read-files.ts";
import type { Source, Stopped } from "./source.ts";

export interface ResearchRequest {
  readonly question: string;
  readonly queries?: readonly string[] | undefined;
  /** Pages to read instead of searching. */
  readonly urls?: readonly string[] | undefined;
  /** Files and patterns of files to read instead of the web. */
  readonly files?: readonly string[] | undefined;
  readonly maxSources: number;
  /** Filters of web_search. */
  readonly filters?: object | undefined;
  /** ISO 8601; a source that was published later, or on an unknown day, is left out. */
  readonly asOf?: string | undefined;
}

export interface Gathered {
  readonly passages: readonly Ranked[];
  readonly sources: readonly Source[];
  readonly queries: readonly string[];
  /** What could not be searched, read or kept, each with its reason. */
  readonly gaps: readonly string[];
  readonly stopped: Stopped;
}

const atOnce = 4;
const wantedPassages = 12;

interface Candidate {
  readonly url: string;
  readonly title: string;
  readonly published?: string | undefined;
}

/** Search, read, and choose the passages that answer a question. Throws where nothing can be searched at all. */
export async function gather(asked: ResearchRequest, ctx: ToolContext, budget: Budget): Promise<Gathered> {
  // Models write empty lists for what they leave out.
  const [urls, files] = [asked.urls, asked.files].map((list) => (list?.length ? list : undefined));
  const wanted = { ...asked, urls, files };
  const gaps: string[] = [];
  const queries = wanted.urls || wanted.files ? [] : queriesOf(wanted.question, wanted.queries);
  let stopped: Stopped = "done";
  const candidates = wanted.files
    ? (await listFiles(wanted.files, ctx, budget.signal, gaps)).map((url) => ({ url, title: "" }))
    : wanted.urls
      ? unique(wanted.urls.map((url) => ({ url, title: "" })))
      : await search(queries, wanted, ctx, budget, gaps);
  const readPage = wanted.files ? callRead : callFetch;
  for (const url of wanted.urls ?? []) if (!canonicalUrl(url)) gaps.push(`${url.slice(0, 200)} is not an HTTP URL.`);
  const sources: Source[] = [];
  const passages: Passage[] = [];
  const texts: ReadonlySet<string>[] = [];
  let top = "";
  let unchanged = 0;
  let ranked: Ranked[] = [];
  const keywords = keywordsOf([wanted.question, ...(wanted.queries ?? [])].join(" "));
  const waiting = [...candidates];
  while (waiting.length > 0 && sources.filter(({ copy }) => !copy).length < wanted.maxSources) {
    if (budget.signal.aborted) break;
    const missing = wanted.maxSources - sources.filter(({ copy }) => !copy).length;
    const round = waiting.splice(0, Math.min(atOnce, missing)).filter(({ url }) => {
      if (budget.fetch()) return true;
      stopped = "budget";
      gaps.push(`${url} was not read: the limit of pages is reached.`);
      return false;
    });
    if (round.length === 0) break;
    const answers = await Promise.all(round.map(({ url }) => readPage(ctx, url, budget.signal)));
    for (const [i, answer] of answers.entries()) {
      const candidate = round[i]!;
      if (!("value" in answer)) gaps.push(`${candidate.url} could not be read: ${answer.problem}`);
      else addPage(answer.value, candidate);
    }
    ranked = rankPassages(passages, keywords, (n) => sources[n - 1]?.title ?? "", wantedPassages);
    const now = ranked
      .slice(0, 10)
      .map(({ source, start }) => `${source}:${start}`)
      .sort()
      .join();
    unchanged = now === top ? unchanged + 1 : 0;
    top = now;
    if (unchanged === 2 && waiting.length > 0) {
      stopped = "nothing_new";
      break;
    }
  }
  ctx.signal.throwIfAborted();
  return { passages: ranked, sources, queries, gaps, stopped: budget.isTimeUp() ? "time" : stopped };

  function addPage(page: FetchedPage, { url, title, published: told }: Candidate): void {
    const text = page.text;
    const problem = page.redirect
      ? "it leads to another host"
      : page.status >= 400
        ? `HTTP ${page.status}`
        : text.trim() === ""
          ? "it has no text"
          : undefined;
    if (problem) return void gaps.push(`${url} was not used: ${problem}.`);
    const published = page.published ?? told ?? null;
    if (wanted.asOf !== undefined && !isBefore(published, wanted.asOf))
      return void gaps.push(`${url} was not used: ${published ? `published ${published}` : "its date is unknown"}.`);
    if (!budget.keep(new TextEncoder().encode(text).length)) {
      stopped = "budget";
      return void gaps.push(`${url} was not used: the limit of bytes is reached.`);
    }
    if (typeof page.next_offset === "number" || page.left_out)
      gaps.push(`Only the first ${text.length} characters of ${url} were read.`);
    const shingles = shinglesOf(text);
    const domain = wanted.files ? page.final_url : domainOf(page.final_url);
    const original = texts.findIndex((other) => isCopy(shingles, other));
    const sameHost = sources.findIndex((source) => source.domain === domain);
    const group = sources[original]?.group ?? sources[sameHost]?.group ?? sources.length + 1;
    const n = sources.length + 1;
    const { final_url, fetched_at, sha256 } = page;
    const copy = original >= 0;
    sources.push({ n, url: final_url, title: page.title ?? title, domain, published, fetched_at, sha256, group, copy });
    texts.push(shingles);
    if (!copy) passages.push(...passagesOf(text, n));
  }
}

/** Results of all queries by turns, each page once. */
async function search(
  queries: readonly string[],
  { maxSources, filters }: ResearchRequest,
  ctx: ToolContext,
  budget: Budget,
  gaps: string[],
): Promise<readonly Candidate[]> {
  const asked = queries.filter((query) => {
    if (budget.search()) return true;
    gaps.push(`"${query}" was not searched for: the limit of searches is reached.`);
    return false;
  });
  const count = Math.min(20, maxSources + 4);
  const answers = await Promise.all(
    asked.map((query) => callSearch(ctx, { query, limit: count, ...filters }, budget.signal)),
  );
  ctx.signal.throwIfAborted();
  const failed = answers.flatMap((answer) => ("value" in answer ? [] : [answer]));
  for (const { problem } of failed) gaps.push(`A search failed: ${problem}`);
  if (failed.length === answers.length && failed[0] && !budget.isTimeUp())
    throw new ToolError("unavailable", `web_search cannot be used: ${failed[0].problem}`, {
      hint: "Tell the user that this session needs a web_search that works and is allowed, or research with the files at hand.",
      data: { code: failed[0].code },
    });
  const lists = answers.map((answer) => ("value" in answer ? answer.value.results : []));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return unique(Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat());
}

function unique(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ url }) => {
    const key = canonicalUrl(url);
    return key !== undefined && !seen.has(key) && seen.add(key);
  });
}

const isBefore = (published: string | null, asOf: string): boolean =>
  published !== null && Date.parse(published) <= Date.parse(asOf.length === 10 ? `${asOf}T23:59:59Z` : asOf);
