import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docs, outline } from "./outline.ts";
import { questions } from "./questions.ts";
import { readmePages } from "./readmes.ts";
import { openSearch } from "./search.ts";

/** A question with what the site's search finds first and second. */
export interface Asked {
  readonly question: string;
  readonly expected: string;
  readonly found: readonly string[];
}

/** Ask the site's search every question of newcomers. `more` are pages that only a build has. */
export async function askQuestions(more: ReadonlyMap<string, string> = new Map()): Promise<Asked[]> {
  const written = outline().flatMap(({ pages }) => pages.map(({ page }) => page));
  const search = await openSearch(
    new Map([
      ...written.map((page) => [page, readFileSync(join(docs, page), "utf8")] as const),
      ...readmePages().map(({ page, text }) => [page, text] as const),
      ...more,
    ]),
  );
  return questions.map(([question, expected]) => ({ question, expected, found: search(question).slice(0, 2) }));
}
