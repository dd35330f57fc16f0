import type { LexicalRules } from "../scan/lexical-rules.ts";
import { type Tokens, token } from "../scan/tokens.ts";
import { tokenizer } from "./_lazy-family.ts";

const beforeRegex = new Set("return typeof case delete do else in instanceof new throw void yield await of".split(" "));

const rules: LexicalRules = {
  lineComments: ["//"],
  blockComments: [{ open: "/*", close: "*/" }],
  strings: [
    { open: '"', close: '"', escapes: true },
    { open: "'", close: "'", escapes: true },
    { open: "`", close: "`", escapes: true, lines: true, hole: "${" },
  ],
  wordSigns: "$",
  specialSigns: "/#",
  special(text, at, previous, word) {
    if (text.charCodeAt(at) === token.hash) return at === 0 ? hashBang(text) : privateName(text, at);
    const next = text.charCodeAt(at + 1);
    if (next === token.slash || next === token.star) return 0;
    if (
      previous === token.closeParen ||
      previous === token.closeBracket ||
      previous === token.closeBrace ||
      previous === token.less
    )
      return 0;
    if (previous === token.number || previous === token.string) return 0;
    if (previous === token.word && !beforeRegex.has(word)) return 0;
    return endOfRegex(text, at);
  },
};

export const tokenizeJavaScript: (text: string) => Tokens = tokenizer(rules);

function hashBang(text: string): number {
  if (text.charCodeAt(1) !== token.bang) return 0;
  const end = text.indexOf("\n");
  return end < 0 ? text.length : end;
}

function privateName(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && /[\w$]/.test(text[end]!)) end++;
  return end > at + 1 ? -end : 0;
}

function endOfRegex(text: string, at: number): number {
  let inClass = false;
  for (let end = at + 1; end < text.length && end < at + 5000; end++) {
    const code = text.charCodeAt(end);
    if (code === 10) return 0;
    if (code === token.backslash) end++;
    else if (code === token.openBracket) inClass = true;
    else if (code === token.closeBracket) inClass = false;
    else if (code === token.slash && !inClass) {
      while (/[a-z]/.test(text[end + 1] ?? "")) end++;
      return end + 1;
    }
  }
  return 0;
}
