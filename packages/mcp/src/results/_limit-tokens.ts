import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { errorMetaKey } from "./to-mcp-result.ts";

/** Tokens of one result that hosts take: what Claude Code has as its limit. Others have more. */
export const hostTokens = 25_000;

/** Tokens of a text, estimated from its characters; rather too many than too few. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) tokens += weightOf(text.charCodeAt(at));
  return Math.ceil(tokens);
}

/** Tokens that one character is on average: words are few, signs and numbers more, other scripts most. */
function weightOf(code: number): number {
  if (code >= 97 && code <= 122) return 0.25;
  if (code === 32) return 0.1;
  if (code >= 65 && code <= 90) return 0.4;
  if (code < 128) return 0.55;
  return code < 0x2000 ? 0.7 : 1.2;
}

/** The most tokens that a character can be. */
const heaviest = 1.2;

const sumOf = (content: readonly ContentBlock[]): number =>
  content.reduce((sum, block) => sum + (block.type === "text" ? estimateTokens(block.text) : 0), 0);

/**
 * A result that hosts take: of a text that is too long, the start and the end stay, with a line in between that says how much
 * was left out. Structured content cannot be cut; a result with too much of it becomes an error that says so.
 */
export function limitTokens(result: CallToolResult, max: number): CallToolResult {
  const { content, structuredContent } = result;
  const json = structuredContent === undefined ? "" : JSON.stringify(structuredContent);
  if (json.length * heaviest > max && estimateTokens(json) > max) return tooLarge(estimateTokens(json), max);
  const length = content.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
  if (length * heaviest <= max) return result;
  const total = sumOf(content);
  return total <= max ? result : { ...result, content: content.map((block) => shorten(block, max / total, max)) };
}

/** The same part of every text. */
function shorten(block: ContentBlock, share: number, max: number): ContentBlock {
  if (block.type !== "text") return block;
  const { text } = block;
  // Where the characters are not evenly light, what is kept may still be too much.
  const budget = estimateTokens(text) * share * 0.97;
  let half = Math.floor((text.length * share) / 2);
  while (half > 0 && estimateTokens(text.slice(0, half)) + estimateTokens(text.slice(-half)) > budget) {
    half = Math.floor(half * 0.95);
  }
  const before = text.slice(0, half).toWellFormed();
  const after = half === 0 ? "" : text.slice(-half).toWellFormed();
  const left = text.length - before.length - after.length;
  const note = `[${left} characters left out here, as hosts take at most ${max} tokens of a result; ask for less at once to see them]`;
  return { ...block, text: `${before}\n${note}\n${after}` };
}

function tooLarge(tokens: number, max: number): CallToolResult {
  const text = `The result has about ${tokens} tokens of structured content, and hosts take at most ${max}. The call has been carried out. Ask for less at once: a limit, a range, a filter.`;
  return {
    content: [{ type: "text", text }],
    isError: true,
    _meta: { [errorMetaKey]: { code: "too_large", data: { tokens, max } } },
  };
}
