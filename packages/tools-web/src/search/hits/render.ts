import { wrapUntrusted } from "@holdall/tool-kit/text";
import type { SearchOutcome, SearchResult } from "../search-chain.ts";

/** What a model reads of a search: what was found, marked as untrusted text, and notes about it. */
export function formatOutcome({ query, page, provider, results, answer, notes, tried }: SearchOutcome): string {
  const found = results.length === 0 ? "No results" : `${results.length} result${results.length === 1 ? "" : "s"}`;
  const head = `${found} from ${provider} for "${query}"${page > 1 ? `, page ${page}` : ""}.`;
  const texts = [...(answer ? [answer, ""] : []), ...results.map(formatResult)];
  return [
    head,
    ...(texts.length > 0 ? [wrapUntrusted(texts.join("\n"), { source: `web search by ${provider}` })] : []),
    ...(results.length === 0 ? ["Try other or fewer words, or fewer filters."] : []),
    ...notes.map((warning) => `Note: ${warning}`),
    ...tried.map(({ provider: other, error }) => `Asked before: ${other}. ${error}`),
  ].join("\n");
}

function formatResult({ title, url, snippet, published, age }: SearchResult, index: number): string {
  const date = published?.slice(0, 10) ?? age;
  const head = `${index + 1}. ${title}${date ? ` (${date})` : ""}`;
  return [head, `   ${url}`, ...(snippet ? [`   ${snippet}`] : [])].join("\n");
}
