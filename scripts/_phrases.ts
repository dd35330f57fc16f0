import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Phrases that read as translated, and what to write instead. */
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bwhat came of (?:it|them)\b/gi, "result"],
  [/\b(?:is|are) told(?: of\b|(?=[.;,)|]))/gi, "is reported"],
  [/\b(?:is|are) asked about\b/gi, "asks for approval"],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|less\b)[a-z]+/gi, "is not a"],
  [/\b(?:a (?:yes|no)|whoever)\b(?!-)/gi, "an approval, a denial, anyone who"],
  [/\bwords of others\b/gi, "text from others"],
  [/\bby (?:its|their) bytes\b/gi, "by content hash"],
  [/\b(?:comes?|goes) along\b|\b(?:goes on|anew)\b/gi, "is included, continues, again"],
  [/\b\w*(?:behaviour|colour|neighbour|honour|catalogue|neutralis|recognis|normalis)\w*/gi, "American spelling"],
];

const pages = ["*.md", "docs/*.md", "docs/guides/*.md", "{packages,apps}/*/README.md", "examples/**/README.md"];

/** Notes on the phrases in pages that people write, a note for each page. Code is left out. */
export function notesOnPages(root: string): string[] {
  return globSync(pages, { cwd: root, exclude: ["**/node_modules/**"] })
    .sort()
    .flatMap((page) => {
      const found = phrasesIn(readFileSync(join(root, page), "utf8"));
      return found.length === 0 ? [] : [`${page}: ${found.join(", ")}.`];
    });
}

/** The phrases in the prose of a Markdown text, each with what to write instead. */
export function phrasesIn(markdown: string): string[] {
  const prose = markdown.replace(/^(`{3,})[\s\S]*?^\1$|`[^`\n]*`|"[^"\n]*"/gm, "…");
  return phrases.flatMap(([phrase, instead]) => [...prose.matchAll(phrase)].map(([text]) => `${text} (${instead})`));
}
