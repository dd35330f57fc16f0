import { setTimeout as sleep } from "node:timers/promises";
import { defineTool, type StateKey, type Tool, ToolError } from "@holdall/tool-core";
import { z } from "zod";

const looksOnly = { readOnly: true, openWorld: false } as const;
const countersKey: StateKey<{ calls: number; aborts: number }> = {
  name: "counters",
  create: () => ({ calls: 0, aborts: 0 }),
};

/** Small tools, one for each thing a client can meet. */
export function fixtureTools(): Tool[] {
  return [
    defineTool({
      name: "add_numbers",
      category: "test",
      description: "Add two numbers",
      guidance: "Prefer {add_numbers} to adding in your head.",
      input: z.object({ a: z.number(), b: z.number() }),
      output: z.object({ sum: z.number() }),
      hints: looksOnly,
      execute: ({ a, b }) => ({ sum: a + b }),
    }),
    defineTool({
      name: "read_page",
      category: "test",
      description: "Read a long text",
      input: z.object({ page_number: z.number().optional() }),
      output: z.object({ content: z.string() }),
      hints: looksOnly,
      aliases: { claude: { name: "ReadPage" } },
      execute: ({ page_number = 1 }) => ({ content: `Page ${page_number}: ${"word ".repeat(200)}` }),
      render: ({ content }) => content,
    }),
    defineTool({
      name: "write_note",
      category: "test",
      description: "Write a note",
      input: z.object({ text: z.string() }),
      output: z.object({ length: z.number() }),
      hints: { readOnly: false, destructive: false, openWorld: false },
      access: () => [],
      execute: ({ text }) => ({ length: text.length }),
      render: ({ length }) => `Wrote ${length} characters`,
    }),
    defineTool({
      name: "list_numbers",
      category: "test",
      description: "Answer with a list, which no revision of 2025 can carry bare",
      input: z.object({ count: z.number() }),
      output: z.array(z.number()),
      hints: looksOnly,
      execute: ({ count }) => Array.from({ length: count }, (_, index) => index),
    }),
    defineTool({
      name: "echo_text",
      category: "test",
      description: "Say it back",
      input: z.object({ text: z.string() }),
      hints: looksOnly,
      execute: ({ text }) => text,
    }),
    defineTool({
      name: "count_calls",
      category: "test",
      description: "Count the calls of this session",
      input: z.object({}),
      hints: looksOnly,
      execute: (_, { state }) => String(++state(countersKey).calls),
    }),
    defineTool({
      name: "wait_forever",
      category: "test",
      description: "Wait until cancelled",
      input: z.object({}),
      hints: looksOnly,
      async *execute(_, { signal, state }) {
        yield { message: "waiting" };
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            state(countersKey).aborts++;
            reject(signal.reason);
          });
        });
        return "never";
      },
    }),
    defineTool({
      name: "count_aborts",
      category: "test",
      description: "Count the cancelled calls of this session",
      input: z.object({}),
      hints: looksOnly,
      execute: (_, { state }) => String(state(countersKey).aborts),
    }),
    defineTool({
      name: "wait_briefly",
      category: "test",
      description: "Answer after some milliseconds",
      input: z.object({ milliseconds: z.number() }),
      hints: looksOnly,
      execute: async ({ milliseconds }, { signal }) => {
        await sleep(milliseconds, undefined, { signal });
        return `waited ${milliseconds}`;
      },
    }),
    defineTool({
      name: "print_line",
      category: "test",
      description: "Write to the console, as careless code does",
      input: z.object({}),
      hints: looksOnly,
      execute: () => {
        console.log("from console.log");
        process.stdout.write("from stdout.write\n");
        return "printed";
      },
    }),
    defineTool({
      name: "fail_plainly",
      category: "test",
      description: "Fail with data",
      input: z.object({}),
      output: z.object({ never: z.string() }),
      hints: looksOnly,
      execute: () => {
        throw new ToolError("ambiguous", "There are three of them.", {
          hint: "Use {add_numbers}.",
          data: { lines: [1, 2] },
        });
      },
    }),
    defineTool({
      name: "crash",
      category: "test",
      description: "Throw what no model should read",
      input: z.object({}),
      hints: looksOnly,
      execute: () => {
        throw new Error("secret password");
      },
    }),
    defineTool({
      name: "return_circle",
      category: "test",
      description: "Return what JSON cannot say",
      input: z.object({}),
      output: z.object({ self: z.unknown() }),
      hints: looksOnly,
      execute: () => {
        const circle: { self?: unknown } = {};
        circle.self = circle;
        return { self: circle };
      },
      render: () => "a circle",
    }),
    defineTool({
      name: "delete_everything",
      category: "test",
      description: "Needs approval",
      input: z.object({}),
      access: () => [{ action: "delete", target: "/" }],
      execute: () => "gone",
    }),
  ];
}
