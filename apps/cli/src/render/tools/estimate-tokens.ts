/** Letters that make a token, in identifiers and English. */
const lettersAToken = 7;
/** Signs between words that make one: JSON's `":{"` is one. */
const signsAToken = 4;

/**
 * About how many tokens a model counts for definitions or prose. Tokenizers are megabytes and differ; this is within a
 * tenth of o200k for each of our tools, and closer for all of them.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(/\p{L}+|\p{N}{1,3}|[^\s\p{L}\p{N}]+|\n+/gu)) {
    if (/^\p{L}/u.test(piece)) tokens += Math.max(1, Math.round(piece.length / lettersAToken));
    else tokens += Math.ceil(piece.length / signsAToken);
  }
  return tokens;
}
