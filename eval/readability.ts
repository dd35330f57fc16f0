import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plainText } from "../packages/tools-web/src/html/markdown/plain-text.ts";
import { readPage } from "../packages/tools-web/src/html/page/read-page.ts";
import { parseMarkup } from "../packages/tools-web/src/html/parse-markup.ts";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { renderMarkdown } from "./lib/render-markdown.ts";

export const about = "Web pages: what is said, and the title, against what Readability's own tests expect";

interface Expected {
  readonly title: string | null;
  readonly byline: string | null;
  readonly lang?: string | null;
}

export async function* rows(): EvalRows {
  const folder = mkdtempSync(join(tmpdir(), "holdall-pages-"));
  try {
    execFileSync("tar", ["xzf", join(corpus("readability"), "test-pages.tar.gz"), "-C", folder]);
    yield* score(join(folder, "test-pages"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function* score(folder: string): EvalRows {
  const markdown: number[] = [];
  const text: number[] = [];
  const [titles, bylines, articles] = [tally(), tally(), tally()];
  for (const name of readdirSync(folder)) {
    const page = await readPage(readFileSync(join(folder, name, "source.html"), "utf8"), {
      url: "http://fakehost/test/page.html",
    });
    const expected = shingles(plainText(parseMarkup(readFileSync(join(folder, name, "expected.html"), "utf8"))));
    const { title, byline } = readCases<Expected>(folder, name, "expected-metadata.json");
    markdown.push(f1(shingles(plainText(parseMarkup(renderMarkdown(page.markdown)))), expected));
    text.push(f1(shingles(page.text), expected));
    if (process.env.HOLDALL_EVAL_MISSES && markdown.at(-1)! < 0.97) {
      console.error(`  ${name}: ${markdown.at(-1)!.toFixed(3)}, text ${text.at(-1)!.toFixed(3)}, ${page.stage}`);
    }
    titles.add(squash(page.title) === squash(title), `${name}: ${page.title}, expected ${title}`);
    if (byline) bylines.add(squash(page.byline) === squash(byline), `${name}: by ${page.byline}, expected ${byline}`);
    articles.add(page.stage === "article", `${name}: ${page.stage}`);
  }
  yield { what: "Markdown rendered: 5-word shingles, mean F1", value: mean(markdown), least: 0.975 };
  yield { what: "plain text: 5-word shingles, mean F1", value: mean(text), least: 0.975 };
  yield { what: "title right", value: titles.right, of: titles.all, least: Math.ceil(0.95 * titles.all) };
  yield { what: "byline right, where there is one", value: bylines.right, of: bylines.all };
  yield { what: "the article was found", value: articles.right, of: articles.all };
}

/** All runs of five words, each once; of a shorter text the whole. */
function shingles(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < 5) return new Set([words.join(" ")]);
  return new Set(words.slice(4).map((_, i) => words.slice(i, i + 5).join(" ")));
}

function f1(found: ReadonlySet<string>, expected: ReadonlySet<string>): number {
  return (2 * found.intersection(expected).size) / (found.size + expected.size);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function squash(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}
