import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

const guides = [
  "ai-sdk-app",
  "nextjs",
  "claude-agent-sdk",
  "openai-agents",
  "langchain",
  "mastra",
  "hosts",
  "own-loop",
  "browser-editor",
  "own-backend",
  "own-tool",
  "publish-a-tool",
  "policies",
  "approvals",
  "plan-mode",
  "chat",
  "editors",
  "sandbox",
  "code-search",
  "data",
  "lints",
  "memory",
  "skills",
  "programs",
  "tool-search",
  "office-files",
  "documents",
  "messages",
  "finance",
  "research",
  "durable",
  "scale-out",
  "web-tools",
  "mcp-servers",
  "subagents",
  "checkpoints",
  "compaction",
  "testing-agents",
  "ci",
  "react-ui",
  "theming",
  "vue-and-svelte",
];

const facts = [
  "architecture",
  "errors",
  "versioning",
  "telemetry",
  "comparison",
  "benchmarks",
  "backends",
  "platforms",
  "threat-model",
];

/** The order in which the site shows its pages. */
export function outline(): readonly Chapter[] {
  return [
    {
      text: "Start",
      collapsed: false,
      pages: ["index.md", "start.md", "packages.md", "faq.md", "troubleshooting.md"].map(titled),
    },
    { text: "Guides", collapsed: false, pages: guides.map((name) => titled(`guides/${name}.md`)) },
    { text: "Facts", collapsed: false, pages: facts.map((name) => titled(`${name}.md`)) },
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
