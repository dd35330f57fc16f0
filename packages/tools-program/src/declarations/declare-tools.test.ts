import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRegistry, defineTool, type JsonSchema, passthroughSchema } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { declareTools } from "./declare-tools.ts";
import { typeOfSchema } from "./type-of-schema.ts";

test.each<[JsonSchema, string]>([
  [
    { type: "object", properties: { a: { type: "string" }, "b-c": { type: "integer" } }, required: ["a"] },
    '{ a: string; "b-c"?: number }',
  ],
  [{ enum: ["x", 1, null] }, '"x" | 1 | null'],
  [{ const: "*/" }, '"*/"'],
  [{ type: ["string", "null"] }, "string | null"],
  [{ type: "string", nullable: true }, "string | null"],
  [{ type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }, "(string | number)[]"],
  [{ type: "array", prefixItems: [{ type: "string" }, { type: "number" }] }, "(string | number)[]"],
  [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
  [{ type: "object", properties: {}, additionalProperties: false }, "{}"],
  [
    {
      allOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { type: "object", properties: { b: true } },
      ],
    },
    "{ a?: string } & { b?: unknown }",
  ],
  [
    { $ref: "#/$defs/Node", $defs: { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } } } } },
    "{ next?: unknown }",
  ],
  [{ oneOf: [{ type: "string" }, {}] }, "unknown"],
  [{ $ref: "https://example.com/schema" }, "unknown"],
  [{ type: "weird" }, "unknown"],
])("%j is %s", (schema, type) => expect(typeOfSchema(schema)).toBe(type));

test("deep schemas end in unknown", () => {
  let schema: JsonSchema = { type: "string" };
  for (let i = 0; i < 100; i++) schema = { type: "object", properties: { x: schema } };
  expect(typeOfSchema(schema).match(/x\?/g)?.length).toBeLessThan(9);
});

const name = fc.oneof(
  fc.constantFrom("a", "b", "default", "class", "a-b", "*/", "`", "$" + "{x}", "1", "__proto__", "\u2028"),
  fc.string({ maxLength: 8 }),
);
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ type: fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object", "odd") }),
    fc.record({ enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 4 }) }),
    fc.record({ const: fc.jsonValue({ maxDepth: 1 }) }),
    fc.record({ $ref: fc.oneof(fc.constantFrom("#", "#/properties/a", "#/$defs/no", "other"), fc.string()) }),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({ type: fc.constant("array"), prefixItems: fc.array(tie("schema"), { maxLength: 3 }) }),
    fc.record({ anyOf: fc.array(tie("schema"), { maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("schema"), { maxLength: 3 }) }),
    fc.record({ type: fc.constant("object"), additionalProperties: fc.oneof(fc.boolean(), tie("schema")) }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(name, tie("schema"), { maxKeys: 4 }),
      required: fc.array(name, { maxLength: 2 }),
      nullable: fc.boolean(),
    }),
  ),
}));

test("declarations of 200 random schemas compile, and are the same each time", { timeout: 30_000 }, () => {
  const samples = fc.sample(fc.tuple(schema, schema, fc.string()), {
    numRuns: 200,
    seed: Number(process.env.HOLDALL_SEED ?? 23),
  });
  const tools = samples.map(([input, output, text], i) =>
    defineTool({
      name: `tool-${i}`,
      category: "test",
      description: `Does ${text} */ things. `,
      input: passthroughSchema(input),
      output: passthroughSchema(output),
      access: () => [],
      execute: () => ({}),
    }),
  );
  const registry = createRegistry(tools);
  const written = declareTools(registry.tools(), { registry });
  expect(declareTools(createRegistry(tools).tools(), { registry: createRegistry(tools) })).toBe(written);
  const folder = mkdtempSync(join(tmpdir(), "holdall-types-"));
  try {
    writeFileSync(join(folder, "tools.d.ts"), written);
    const compilerOptions = { strict: true, noEmit: true, lib: ["es2023"], types: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["tools.d.ts"] }));
    const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc");
    const { stdout, status } = spawnSync(tsc, ["-p", folder], { encoding: "utf8" });
    expect([status, stdout]).toEqual([0, ""]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
