import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { sessionOf, toolOf } from "../_greeting.fixture.ts";
import { defineTool } from "../tool.ts";
import { explain } from "./input-error.ts";
import { toJsonSchema } from "./schema.ts";

const run = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return explain({ schema: toJsonSchema(schema), value, issues: error?.issues ?? [] });
};

const search = z.object({
  path: z.string(),
  limit: z.int().min(1).max(2000).default(100).optional(),
  mode: z.enum(["content", "files", "count"]).optional(),
  ranges: z.array(z.object({ line: z.int(), end_line: z.int().optional() })).optional(),
});

describe("one sentence: what is taken, what was sent, and an example of the caller's values", () => {
  test.each([
    [
      { path: "a.ts", limit: "many" },
      'limit takes a whole number from 1 to 2000, not "many"',
      '{"path":"a.ts","limit":100}',
    ],
    [
      { path: "a.ts", limit: 9000 },
      "limit takes a whole number from 1 to 2000, not 9000",
      '{"path":"a.ts","limit":2000}',
    ],
    [
      { path: "a.ts", mode: "Counts" },
      'mode takes one of "content", "files" or "count", not "Counts"',
      '{"path":"a.ts","mode":"count"}',
    ],
    [{ limit: 3 }, "path is missing, which takes text", '{"limit":3,"path":"…"}'],
    [{ path: ["a.ts", "b.ts"] }, 'path takes text, not ["a.ts","b.ts"]', '{"path":"a.ts"}, and call once for each'],
    [
      { path: "a.ts", ranges: [{ line: 1 }, { line: "2" }] },
      'ranges.1.line takes a whole number, not "2"',
      '{"path":"a.ts","ranges":[{"line":1},{"line":2}]}',
    ],
    [
      { path: "a.ts", ranges: { line: 1 } },
      'ranges takes a list of objects {line, end_line?}, not {"line":1}',
      '{"path":"a.ts","ranges":[{"line":1}]}',
    ],
  ])("%j", (value, told, example) => {
    expect(run(search, value)).toEqual({ told, example });
    expect(search.safeParse(JSON.parse(example.replace(/, and call.*/, ""))).success).toBe(true);
  });

  it("names the branch of a union that comes nearest, and the union where none is near", () => {
    const edit = z.object({
      edit: z.union([
        z.object({ kind: z.literal("insert"), line: z.int(), text: z.string() }),
        z.object({ kind: z.literal("remove"), line: z.int() }),
        z.string(),
      ]),
    });
    expect(run(edit, { edit: { kind: "insert", line: 3, text: 5 } })).toEqual({
      told: "edit.text takes text, not 5",
      example: '{"edit":{"kind":"insert","line":3,"text":"5"}}',
    });
    expect(run(edit, { edit: 7 }).told).toBe(
      "edit takes an object {kind, line, text}, an object {kind, line} or text, not 7",
    );
  });

  it("says in the validator's words what only it knows", () => {
    const even = z.object({ count: z.int().refine((value) => value % 2 === 0, "must be even.") });
    expect(run(even, { count: 3 })).toEqual({ told: "count: must be even", example: undefined });
  });
});

test("hundreds of problems, long values and deep unions stay short", () => {
  const leaf = z.union(["a", "b", "c", "d"].map((kind) => z.object({ kind: z.literal(kind), of: z.string().min(3) })));
  const node = z.object({ title: z.string(), items: z.array(z.union([leaf, z.object({ items: z.array(leaf) })])) });
  const value = { title: "x".repeat(10_000), items: Array.from({ length: 300 }, (_, at) => ({ kind: "b", of: at })) };
  const { told, example = "" } = run(node, value);
  expect(told).toMatch(/^items\.0\.of takes text with at least 3 characters, not 0; .*; \d+ more$/);
  expect(told.length).toBeLessThan(300);
  expect(example.length).toBeLessThan(450);
});

test("names are spelled as the dialect has them, in the sentence and in the example", async () => {
  const input = z.object({ file_path: z.string(), line_ranges: z.array(z.object({ end_line: z.int() })) });
  const tool = defineTool({ ...toolOf(() => "", {}), input, name: "read_lines" });
  const result = await sessionOf([tool], { dialect: "camel" }).call("readLines", { filePath: "a", lineRanges: [{}] });
  expect(result.content[0]).toEqual({
    type: "text",
    text: 'Error (invalid_input): readLines: lineRanges.0.endLine is missing, which takes a whole number.\nSend {"filePath":"a","lineRanges":[{"endLine":10}]}.',
  });
});
