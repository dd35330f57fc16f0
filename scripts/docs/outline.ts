import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "./blocks.ts";

/** The folder of the pages. */
export const docs = join(root, "docs");

export interface Chapter {
  readonly text: string;
  readonly collapsed: boolean;
  readonly pages: readonly Page[];
}

export interface Page {
  /** Path below docs/. */
  readonly page: string;
  readonly title: string;
}

/** The order in which the site shows its pages. */
export function outline(): readonly Chapter[] {
  const order: Record<"guides" | "facts", string[]> = parse(
    readFileSync(join(import.meta.dirname, "outline.yaml"), "utf8"),
  );
  return [
    {
      text: "Start",
      collapsed: false,
      pages: ["index.md", "start.md", "packages.md", "faq.md", "troubleshooting.md"].map(titled),
    },
    { text: "Guides", collapsed: false, pages: order.guides.map((name) => titled(`guides/${name}.md`)) },
    { text: "Facts", collapsed: false, pages: order.facts.map((name) => titled(`${name}.md`)) },
    { text: "Tools", collapsed: true, pages: ["tools/index.md", ...below("tools", "index.md")].map(titled) },
    {
      text: "Decisions",
      collapsed: true,
      pages: ["decisions/README.md", ...below("decisions", "README.md")].map(titled),
    },
  ];
}

const below = (folder: string, first: string): string[] =>
  globSync(`${folder}/*.md`, { cwd: docs })
    .filter((page) => page !== `${folder}/${first}`)
    .sort();

function titled(page: string): Page {
  const file = join(docs, page);
  if (!existsSync(file)) throw new Error(`docs/${page} is in the outline and is not there.`);
  const [, title] = /^# (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
  if (title === undefined) throw new Error(`docs/${page} has no title: begin it with "# ".`);
  return { page, title };
}
