// `npm run docs -- questions`: asks the search of the site the questions of newcomers, with the pages of the API.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { apiPages } from "./api.ts";
import { docs, outline } from "./outline.ts";
import { readmePages } from "./readmes.ts";
import { openSearch } from "./search.ts";

/** A question with the first two results of the site search. */
export interface Asked {
  readonly question: string;
  readonly expected: string;
  readonly found: readonly string[];
}

/** Ask the site search every question of newcomers. `more` are pages that only a build has. */
export async function askQuestions(more: ReadonlyMap<string, string> = new Map()): Promise<Asked[]> {
  const questions: Record<string, string> = parse(readFileSync(join(import.meta.dirname, "questions.yaml"), "utf8"));
  const written = outline().flatMap(({ pages }) => pages.map(({ page }) => page));
  const search = await openSearch(
    new Map([
      ...written.map((page) => [page, readFileSync(join(docs, page), "utf8")] as const),
      ...readmePages().map(({ page, text }) => [page, text] as const),
      ...more,
    ]),
  );
  return Object.entries(questions).map(([question, expected]) => ({
    question,
    expected,
    found: search(question).slice(0, 2),
  }));
}

if (import.meta.main) {
  const asked = await askQuestions(new Map(apiPages().map(({ page, text }) => [page, text])));
  const missed = asked.filter(({ expected, found }) => !found.includes(expected));
  for (const { question, expected, found } of asked)
    console.log(`${found.includes(expected) ? "✓" : "✗"} ${question}\n    ${found.join("  ")} (expected ${expected})`);
  console.log(`\n${missed.length} of ${asked.length} questions are not answered by the first or second page.`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}
