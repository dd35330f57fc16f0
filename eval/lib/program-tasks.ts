import { memoryBackend } from "@holdall/backends-memory";
import { defineTool, type Tool, type ToolResult } from "@holdall/tool-core";
import { editFile, grepFiles, readFile } from "@holdall/tools-fs";
import { z } from "zod";

/** A call that the model of a script makes. */
export interface ScriptCall {
  readonly tool: string;
  readonly input: object;
}

/** A task, what a model calls for it without programs, and the program. */
export interface ProgramTask {
  readonly name: string;
  readonly prompt: string;
  tools(): readonly Tool[];
  /**
   * Calls by what they need: those of one list do not need each other's results. A list may depend on the results of the
   * ones before.
   */
  readonly steps: readonly ((before: readonly ToolResult[]) => readonly ScriptCall[])[];
  readonly program: string;
  /** What the program returns when the task was done right. */
  readonly answer: unknown;
  /** What the person is told in the end. */
  readonly said: string;
}

const words = "amber birch cedar delta ember frost grove heron inlet jetty knoll lagoon meadow north ocean".split(" ");
const prose = (seed: number, length: number): string =>
  Array.from({ length }, (_, i) => words[(seed * 7 + i * 11 + ((i * seed) % 5)) % words.length]).join(" ");

const record = (n: number) => ({
  id: `order-${n}`,
  status: n % 3 === 0 ? "open" : "closed",
  customer: { name: prose(n, 3), city: prose(n + 4, 1) },
  lines: Array.from({ length: 14 }, (_, i) => ({ sku: `${n}-${i}`, title: prose(n + i, 6), count: (n + i) % 5 })),
});

const jsonFiles = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`/orders/${n + 1}.json`, JSON.stringify(record(n + 1), null, 1)]),
);

const sourceFiles = Object.fromEntries(
  Array.from({ length: 8 }, (_, n) => [
    `/src/part${n + 1}.ts`,
    [
      `// ${prose(n, 40)}`,
      ...Array.from({ length: 60 }, (_, i) => `export const value${i} = "${prose(n + i, 6)}";`),
      `export const retryLimit = ${n + 2};`,
    ].join("\n"),
  ]),
);

const issue = (n: number) => ({
  number: n,
  title: prose(n, 8),
  state: "open",
  labels: n % 4 === 0 ? ["bug"] : [],
  author: prose(n + 2, 1),
  comments: n % 6,
  body: prose(n + 1, 40),
});

/** Tools as an MCP server offers them. */
function trackerTools(): Tool[] {
  const listed = defineTool({
    name: "mcp__tracker__list_issues",
    category: "mcp",
    description: "List the issues of a repository, 30 a page.",
    input: z.object({ repository: z.string(), page: z.int().min(1).default(1) }),
    access: () => [],
    execute: ({ page }) => ({ issues: Array.from({ length: 30 }, (_, i) => issue((page - 1) * 30 + i + 1)), pages: 5 }),
  });
  const labeled = defineTool({
    name: "mcp__tracker__add_label",
    category: "mcp",
    description: "Add a label to an issue.",
    input: z.object({ repository: z.string(), number: z.int(), label: z.string() }),
    access: () => [],
    execute: ({ number, label }) => ({ number, labels: [label] }),
  });
  const structured = (tool: typeof listed | typeof labeled): Tool =>
    ({
      ...tool,
      execute: async (input: never, ctx: never) => {
        const structuredOutput = await tool.execute(input, ctx, undefined);
        return { content: [{ type: "text", text: JSON.stringify(structuredOutput) }], structured: structuredOutput };
      },
      render: ({ content }: { content: readonly [] }) => content,
    }) as unknown as Tool;
  return [structured(listed), structured(labeled)];
}

const chosen = Array.from({ length: 150 }, (_, i) => i + 1)
  .filter((n) => n % 4 === 0 && n % 6 === 4)
  .slice(0, 6);

export const tasks: readonly ProgramTask[] = [
  {
    name: "20 JSON files, count a field",
    prompt: "How many of the orders in /orders/1.json to /orders/20.json are open?",
    tools: () => [readFile({ backend: memoryBackend({ files: jsonFiles }) }) as Tool],
    steps: [() => Object.keys(jsonFiles).map((path) => ({ tool: "read_file", input: { path } }))],
    program: `const paths = Array.from({ length: 20 }, (_, i) => \`/orders/\${i + 1}.json\`);
const files = await Promise.all(paths.map((path) => tools.read_file({ path })));
return files.filter(({ content }) => JSON.parse(content).status === "open").length;`,
    answer: 6,
    said: "6 of the 20 orders are open.",
  },
  {
    name: "grep, then 8 reads",
    prompt: "Which value has retryLimit in each file of /src?",
    tools: () => {
      const place = { backend: memoryBackend({ files: sourceFiles }) };
      return [grepFiles(place) as Tool, readFile(place) as Tool];
    },
    steps: [
      () => [{ tool: "grep_files", input: { pattern: "retryLimit", path: "/src", output_mode: "files_with_matches" } }],
      () => Object.keys(sourceFiles).map((path) => ({ tool: "read_file", input: { path } })),
    ],
    program: `const { files } = await tools.grep_files({ pattern: "retryLimit", path: "/src", output_mode: "files_with_matches" });
const texts = await Promise.all(files.map(({ path }) => tools.read_file({ path })));
return texts.map(({ content }) => Number(/retryLimit = (\\d+)/.exec(content)[1]));`,
    answer: [2, 3, 4, 5, 6, 7, 8, 9],
    said: "retryLimit is 2 in part1.ts, and one more in each file after it, up to 9 in part8.ts.",
  },
  {
    name: "MCP: 5 pages, label 6",
    prompt: "Label the first six bugs with four comments in holdall/holdall as urgent.",
    tools: trackerTools,
    steps: [
      () =>
        [1, 2, 3, 4, 5].map((page) => ({
          tool: "mcp__tracker__list_issues",
          input: { repository: "holdall/holdall", page },
        })),
      () =>
        chosen.map((number) => ({
          tool: "mcp__tracker__add_label",
          input: { repository: "holdall/holdall", number, label: "urgent" },
        })),
    ],
    program: `const repository = "holdall/holdall";
const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => tools.mcp__tracker__list_issues({ repository, page })));
const bugs = pages.flatMap(({ issues }) => issues).filter((i) => i.labels.includes("bug") && i.comments === 4).slice(0, 6);
await Promise.all(bugs.map(({ number }) => tools.mcp__tracker__add_label({ repository, number, label: "urgent" })));
return bugs.map(({ number }) => number);`,
    answer: chosen,
    said: `Issues ${chosen.join(", ")} are labeled as urgent.`,
  },
  {
    name: "control: read and edit one file",
    prompt: "Set the limit in /config.ts to 20.",
    tools: () => {
      const place = {
        backend: memoryBackend({ files: { "/config.ts": "export const name = 'shop';\nexport const limit = 10;\n" } }),
      };
      return [readFile(place) as Tool, editFile(place) as Tool];
    },
    steps: [
      () => [{ tool: "read_file", input: { path: "/config.ts" } }],
      () => [{ tool: "edit_file", input: { path: "/config.ts", old_string: "limit = 10", new_string: "limit = 20" } }],
    ],
    program: `const { content } = await tools.read_file({ path: "/config.ts" });
await tools.edit_file({ path: "/config.ts", old_string: /limit = \\d+/.exec(content)[0], new_string: "limit = 20" });
return "done";`,
    answer: "done",
    said: "The limit in /config.ts is 20.",
  },
];
