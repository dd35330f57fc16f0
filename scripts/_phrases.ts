import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Package, sourcesOf } from "./_workspace.ts";

type Phrases = readonly (readonly [phrase: RegExp, instead: string])[];

/** Phrases that read as translated, and what to write instead. */
const banned: Phrases = [
  [/\bwhoever\b/gi, "anyone who, the caller"],
  [/\b(?:nobody|somebody)\b/gi, "the user, another process, not …ed"],
  [/\b(?<!as )a person\b/gi, "the user"],
  [/\b(?:anew|afresh)\b/gi, "again"],
  [/\bwhat (?:came|became|becomes|will become) of\b/gi, "result, outcome"],
  [/\bwords of others\b/gi, "untrusted text"],
  [/\btold (?:of|apart)\b/gi, "reported, distinguished"],
  [/\bhears? of\b/gi, "receives, is called with"],
  [/\b(?:in vain|for ever)\b/gi, "without effect, forever"],
  [/\bby (?:its|their) bytes alone\b/gi, "by content"],
  [/\bstands? (?:beside|behind|above|below)\b/gi, "is next to, is after"],
];

/** The same, in pages only. */
const bannedInPages: Phrases = [
  [/\b(?:is|are) told(?=[.;,)|])/gi, "is reported"],
  [/\b(?:comes?|goes) along\b|\bgoes on\b/gi, "is included, continues"],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|less\b)[a-z]+/gi, "is not a"],
  [/\b(?:a (?:yes|no))\b(?!-)/gi, "an approval, a denial"],
  [/\b(?:is|are) asked about\b/gi, "asks for approval"],
  [/\b\w*(?:behaviour|colour|neighbour|honour|catalogue|neutralis|recognis|normalis)\w*/gi, "American spelling"],
];

/** Pages that people write. The table of backends has names of test cases, which are not sentences. */
const pages = [
  "*.md",
  "docs/*.md",
  "docs/{guides,decisions}/*.md",
  "{packages,apps}/*/README.md",
  "examples/**/README.md",
];

/** Banned phrases in pages that people write, a problem for each page. Code is left out. */
export function phrasesOfPages(root: string): string[] {
  return globSync(pages, { cwd: root, exclude: ["**/node_modules/**", "docs/backends.md"] })
    .sort()
    .flatMap((page) => asProblem(page, phrasesIn(readFileSync(join(root, page), "utf8"))));
}

/** Banned phrases in the comments and sentences of a package, errors among them, a problem for each file. */
export function phrasesOfSources(pkg: Package): string[] {
  return sourcesOf(pkg, "code").flatMap((file) => {
    const source = readFileSync(file, "utf8");
    const texts = `${commentsIn(source)}\n${sentencesIn(source)}`;
    return asProblem(join(pkg.folder, file.slice(pkg.dir.length + 1)), found(texts, banned));
  });
}

const asProblem = (file: string, phrases: readonly string[]): string[] =>
  phrases.length === 0 ? [] : [`${file}: ${phrases.join(", ")}.`];

/** The banned phrases in the prose of a Markdown text, each with what to write instead. */
export function phrasesIn(markdown: string): string[] {
  const prose = markdown.replace(/^(`{3,})[\s\S]*?^\1$|`[^`\n]*`|"[^"\n]*"/gm, "…");
  return found(prose, [...banned, ...bannedInPages]);
}

const commentOrString = /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;

/** The comments of a source, one a line; strings are left out. */
export const commentsIn = (source: string): string =>
  (source.match(commentOrString) ?? [])
    .filter((text) => text.startsWith("/"))
    .map((text) => text.replace(/\s*\n\s*(?:\*(?!\/)\s*)?/g, " "))
    .join("\n");

/** The strings of a source that hold several words, one a line. */
export const sentencesIn = (source: string): string =>
  (source.match(commentOrString) ?? [])
    .filter((text) => !text.startsWith("/") && /\w \w+ \w/.test(text))
    .map((text) => text.replace(/\s+/g, " "))
    .join("\n");

const found = (text: string, phrases: Phrases): string[] =>
  phrases.flatMap(([phrase, instead]) => [...text.matchAll(phrase)].map(([words]) => `${words} (${instead})`));
