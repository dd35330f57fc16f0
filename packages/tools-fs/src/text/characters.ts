/**
 * A symbol of windows-1252 where it is used as a symbol. Elsewhere its byte is a letter, which touches other letters: `±` is
 * the Polish `ą`, `³` is `ł`, `µ` the Slovak `ľ`; beside other bytes beyond ASCII it may be anything.
 */
const symbol = new RegExp(
  [
    "[°²]",
    "(?<![A-Za-z])µ(?![aeiouy])",
    "(?<=[0-9Nn])[ªº](?![A-Za-z])",
    "(?<=[0-9]|(?<![A-Za-z])(?:[cdkm]?m|ft|in))³(?![A-Za-z])",
    "(?<=[A-Za-z0-9)\\]°²³¼½¾] ?)[×÷](?![A-Za-z])",
    "(?<![A-Za-z])[¢£¥§©®±¹¶¼½¾¬¦](?![A-Za-z])",
  ]
    .map((each) => `(?<![^\\0-\\x7f])${each}(?![^\\0-\\x7f])`)
    .join("|"),
  "gu",
);

/** The bytes with spaces for symbols such as `°`, `±` and `½`, as windows-1252 writes them: they say nothing about a language. */
export function withoutSymbols(bytes: Uint8Array): Uint8Array {
  const letters = Uint8Array.from(bytes);
  const text = new TextDecoder("windows-1252").decode(bytes);
  for (const { index } of text.matchAll(symbol)) letters[index] = 32;
  return letters;
}
