import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sentencesOf } from "../../packages/tools-research/src/passages/sentences.ts";
import { readPage } from "../../packages/tools-web/src/html/page/read-page.ts";
import { corpus } from "./corpus.ts";

/** The text of one article, and its sentences. */
export interface Article {
  readonly name: string;
  readonly sentences: readonly string[];
}

/** A sentence as somebody wrote it, with the passage it stands in, and the article around it. */
export interface Natural {
  readonly sentence: string;
  readonly passage: string;
  readonly article: Article;
}

/** Sentences of articles in Latin script, of six to sixty words, from the corpus of pages. */
export async function naturalSentences(): Promise<readonly Natural[]> {
  const folder = mkdtempSync(join(tmpdir(), "holdall-articles-"));
  try {
    execFileSync("tar", ["xzf", join(corpus("readability"), "test-pages.tar.gz"), "-C", folder]);
    const pages = join(folder, "test-pages");
    const found: Natural[] = [];
    const seen = new Set<string>();
    for (const name of readdirSync(pages)) {
      const { text } = await readPage(readFileSync(join(pages, name, "expected.html"), "utf8"), {
        url: "http://fakehost/",
      });
      const spans = sentencesOf(text);
      const sentences = spans.map(({ start, end }) => text.slice(start, end).replace(/\s+/g, " "));
      const article = { name, sentences };
      for (const [i, sentence] of sentences.entries()) {
        const words = sentence.split(" ");
        const isSentence =
          /^["“‘']?\p{Lu}[\s\S]*[.!?]["”’']?$/u.test(sentence) && /\p{Script=Latin}{3}/u.test(sentence);
        if (!isSentence || words.length < 6 || words.length > 60 || seen.has(sentence)) continue;
        seen.add(sentence);
        const [first, last] = [spans[Math.max(0, i - 1)]!, spans[Math.min(spans.length - 1, i + 1)]!];
        found.push({ sentence, passage: text.slice(first.start, last.end), article });
      }
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
