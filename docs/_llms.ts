import { readFileSync } from "node:fs";
import { join } from "node:path";
import { outline } from "./_outline.ts";

const summary =
  "The fundamental tools for AI agents as TypeScript packages: files, shell, web, planning, tool search and MCP, on any storage, in every spelling that models know, under any host.";

/** The site for language models: `llms.txt` lists its pages, `llms-full.txt` is all of them but decisions and the backends' table. */
export function llmsTexts(): { readonly "llms.txt": string; readonly "llms-full.txt": string } {
  const chapters = outline();
  const list = chapters.map(
    ({ text, pages }) =>
      `## ${text}\n\n${pages.map(({ page, title }) => `- [${title}](/${page.replace("README.md", "index.md")})`).join("\n")}\n`,
  );
  const whole = chapters
    .flatMap(({ pages }) => pages)
    .filter(({ page }) => !page.startsWith("decisions/") && page !== "backends.md")
    .map(({ page }) => readFileSync(join(import.meta.dirname, page), "utf8").trim());
  const head = `# Holdall\n\n> ${summary}\n`;
  return { "llms.txt": [head, ...list].join("\n"), "llms-full.txt": `${[head, ...whole].join("\n\n")}\n` };
}
