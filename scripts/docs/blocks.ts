import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One fenced code block of a page. The info string is `lang key=value flag …`. */
export interface Block {
  readonly page: string;
  /** 1-based line of the block's first line of code. */
  readonly line: number;
  readonly lang: string;
  readonly info: ReadonlyMap<string, string>;
  readonly code: string;
}

export const root = join(import.meta.dirname, "../..");

/** True for pages that the site's build writes: READMEs of packages and their API. Not committed. */
export const isGenerated = (page: string): boolean => /^docs\/(api|packages)\//.test(page);

/** Every page a reader meets: the root's, the packages', the apps', the examples' and docs/. */
export function pages(): string[] {
  const patterns = [
    "*.md",
    "packages/*/README.md",
    "apps/*/README.md",
    "examples/README.md",
    "examples/*/README.md",
    "docs/**/*.md",
  ];
  return globSync(patterns, { cwd: root })
    .filter((page) => !page.includes("node_modules") && !isGenerated(page))
    .sort();
}

/** The fenced blocks of one page, in order. */
export function blocksOf(page: string): Block[] {
  const lines = readFileSync(join(root, page), "utf8").split("\n");
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const open = /^```(\S+)\s*(.*)$/.exec(lines[i] ?? "");
    if (!open) continue;
    const end = lines.indexOf("```", i + 1);
    if (end === -1) throw new Error(`${page}:${i + 1}: this code block is never closed.`);
    const info = new Map(
      (open[2] ?? "")
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => pair(word)),
    );
    blocks.push({ page, line: i + 2, lang: open[1] ?? "", info, code: lines.slice(i + 1, end).join("\n") });
    i = end;
  }
  return blocks;
}

const pair = (word: string): readonly [string, string] => {
  const at = word.indexOf("=");
  return at === -1 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
};
