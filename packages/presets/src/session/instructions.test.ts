import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  buildInstructions,
  createRegistry,
  type Dialect,
  defineTool,
  paramName,
  type Tool,
  toJsonSchema,
  toolName,
} from "@holdall/tool-core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { coding, minimal, type Preset, type PresetOptions, readonly, research } from "../index.ts";

const root = mkdtempSync(join(tmpdir(), "holdall-instructions-"));
afterAll(() => rmSync(root, { recursive: true }));

const presets = { coding, readonly, minimal, research };
/** Tokens that the instructions may cost. */
const budgets: Readonly<Record<keyof typeof presets, number>> = {
  coding: 1200,
  readonly: 950,
  minimal: 700,
  research: 850,
};
const dialects: readonly Dialect[] = ["snake", "camel", "claude"];
const modes = ["default", "accept_edits", "plan", "bypass"] as const;
const far = ["read", "write"].map((name) =>
  defineTool({
    name: `mcp__far__${name}`,
    category: "mcp",
    description: "Far.",
    input: z.object({}),
    execute: () => ({}),
  }),
) as Tool[];

const newSession = { state: <T>(key: { create(): T }) => key.create() };
const names = Object.keys(presets) as (keyof typeof presets)[];
const every = names.flatMap((name) =>
  dialects.flatMap((dialect) => modes.map((mode) => [name, dialect, mode] as const)),
);
/** With a shell wherever there can be one; it is never opened. */
const shell = { sandbox: () => Promise.reject(new Error("Not here.")) };
const make = (name: keyof typeof presets, options: PresetOptions): Preset => {
  const all = { root, shell, ...options };
  return presets[name](all);
};

/** Every tool there is, in every spelling of it that is no word of a sentence. */
const everyTool = createRegistry(names.flatMap((name) => [...make(name, {}).registry.tools()]).filter(isFirst));
const spellings = everyTool
  .tools()
  .flatMap((tool) => dialects.map((dialect) => ({ tool, spelling: toolName(tool, dialect) })));

function isFirst(tool: Tool, at: number, tools: readonly Tool[]): boolean {
  return tools.findIndex(({ name }) => name === tool.name) === at;
}

/** What is wrong with instructions for these tools, as far as a program can tell. */
function lint(text: string, seen: readonly Tool[], dialect: Dialect): string[] {
  const right = new Set(seen.map((tool) => toolName(tool, dialect)));
  const isWord = (spelling: string) => /^[a-z]+$|^[A-Z][a-z]+$/.test(spelling);
  const absent = spellings
    .filter(({ spelling }) => !right.has(spelling) && !isWord(spelling) && hasWord(text, spelling))
    .map(({ spelling }) => `names ${spelling}`);
  const misspelled = seen.flatMap((tool) =>
    paramsOf(toJsonSchema(tool.input))
      .filter((param) => param.includes("_") && paramName(tool, param, dialect) !== param && hasWord(text, param))
      .map((param) => `spells ${param} of ${tool.name} as it is not here`),
  );
  const headings = text.match(/^## .*$/gm) ?? [];
  const strange = headings.filter((heading) => !right.has(heading.slice(3))).map((heading) => `heads ${heading}`);
  const lines = text.split("\n").filter((line) => line.trim());
  const twice = lines.filter((line, at) => lines.indexOf(line) !== at).map((line) => `says twice: ${line}`);
  const open = /\{[\w-]+\}|undefined|\[object|null\b|\n\n\n|[ \t]$/m.exec(text);
  return [...absent, ...misspelled, ...strange, ...twice, ...(open ? [`holds ${JSON.stringify(open[0])}`] : [])];
}

const hasWord = (text: string, word: string): boolean => new RegExp(`(?<![\\w.-])${word}(?![\\w-])`).test(text);

function paramsOf(schema: object): string[] {
  const { properties = {}, items } = schema as { properties?: Record<string, object>; items?: object };
  return [
    ...Object.entries(properties).flatMap(([name, node]) => [name, ...paramsOf(node)]),
    ...(items ? paramsOf(items) : []),
  ];
}

describe.each(every)("%s in %s, mode %s", (name, dialect, mode) => {
  const preset = make(name, { dialect, permissions: { mode, rules: [] } });
  const tools = preset.registry.tools();
  const shown = preset.expose(newSession);

  test("speaks of its tools and no other, keeps its bytes and its budget", () => {
    expect(lint(withoutWaiting(preset.instructions), shown, dialect)).toEqual([]);
    expect(make(name, { dialect, permissions: { mode, rules: [] } }).instructions).toBe(preset.instructions);
    expect(preset.instruct()).toBe(preset.instructions);
    expect(encode(preset.instructions).length).toBeLessThanOrEqual(budgets[name]);
    expect(/plan mode/.test(preset.instructions)).toBe(mode === "plan");
  });

  test("speaks of what is left without any one tool, with any one alone, and with any half", () => {
    const subsets = [
      ...tools.map((gone) => tools.filter((tool) => tool !== gone)),
      ...tools.map((tool) => [tool]),
      ...halvesOf(tools),
    ];
    for (const subset of subsets) {
      expect(
        lint(withoutWaiting(preset.instruct(subset)), subset, dialect),
        subset.map(({ name: left }) => left).join(),
      ).toEqual([]);
    }
  });

  test("names what waits only as to be found", () => {
    const permissions = { mode, rules: [] };
    const searching = make(name, { dialect, permissions, tools: far, search: { threshold: 0 } });
    const text = searching.instructions;
    const seen = searching.expose(newSession);
    const waiting = searching.registry
      .tools()
      .filter(({ name: each }) => seen.every((tool) => tool.name !== each))
      .map((tool) => /^mcp__(.+?)__/.exec(tool.name)?.[1] ?? toolName(tool, dialect));
    const offered = searching.registry.offered().map((each) => toolName({ name: each }, dialect));
    const line = `More to find with ${toolName(searching.registry.get("tool_search")!, dialect)}: ${[...new Set([...waiting, ...offered])].join(", ")}.`;
    expect(text).toContain(line);
    expect(lint(text.replace(line, "More to find."), seen, dialect)).toEqual([]);
    expect(text).not.toContain("mcp__");
  });
});

/** Without the line that names tools to be found. */
const withoutWaiting = (text: string): string => text.replace(/^More to find .*$/m, "More to find.");

/** Halves of a list, always the same: every bit of the number decides about one tool. */
function halvesOf(tools: readonly Tool[]): Tool[][] {
  return Array.from({ length: 40 }, (_, seed) =>
    tools.filter((_tool, at) => (Math.imul(seed + 1, 2654435761) >>> (at % 31)) & 1),
  );
}

test("the lint finds what it is for", () => {
  const registry = createRegistry([...minimal({ root }).registry.tools()]);
  const seen = registry.tools();
  const notes = "Use edit_notebook.\nUse Read.\nSet old_string.\nSee {other_tool}.\nTwice.\nTwice.";
  const text = `${buildInstructions(registry, { dialect: "camel", notes: "" })}\n## bash\n${notes}`;
  expect(lint(text, seen, "camel").map((problem) => problem.split(" ")[0])).toEqual(
    expect.arrayContaining(["names", "spells", "heads", "says", "holds"]),
  );
});

test("figures", () => {
  const figures = names.map((name) => `${name} ${encode(make(name, {}).instructions).length} of ${budgets[name]}`);
  console.log(`tokens of the instructions: ${figures.join(", ")}`);
  expect(figures).toHaveLength(4);
});
