import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docs, outline } from "./outline.ts";

const summary =
  "The fundamental tools for AI agents as TypeScript packages: files, shell, web, planning, tool search and MCP, on any storage, in every spelling that models know, under any host.";

/**
 * The site for language models, by file name: `llms.txt` lists the pages, each of which is there as Markdown, and
 * `llms-full.txt` is all of them but the decisions and the backends' table.
 */
export function llmsFiles(): ReadonlyMap<string, string> {
  const chapters = outline();
  const pages = chapters.flatMap((chapter) => chapter.pages.map(({ page }) => page));
  const texts = pages.map((page) => [page, readFileSync(join(docs, page), "utf8")] as const);
  const list = chapters.map(
    ({ text, pages }) => `## ${text}\n\n${pages.map(({ page, title }) => `- [${title}](/${page})`).join("\n")}\n`,
  );
  const whole = texts.filter(([page]) => !page.startsWith("decisions/") && page !== "backends.md");
  const head = `# Holdall\n\n> ${summary}\n`;
  return new Map([
    ...texts,
    ["llms.txt", [head, ...list].join("\n")],
    ["llms-full.txt", [head, ...whole.map(([, text]) => text)].join("\n")],
  ]);
}
