import { expect, test } from "vitest";
import { toAnthropic, toOpenAI } from "../registry/definitions.ts";
import { createRegistry } from "../registry/registry.ts";
import { defineTool } from "../tool.ts";
import { flattenTop } from "./flatten-top.ts";
import { passthroughSchema } from "./schema.ts";

const text = { type: "string" };
const number = { type: "number" };

test.each([
  [
    "alternatives",
    {
      type: "object",
      description: "Find one.",
      oneOf: [
        { properties: { id: number, kind: text }, required: ["id", "kind"] },
        { properties: { name: text, kind: text }, required: ["name", "kind"] },
      ],
    },
    {
      type: "object",
      properties: { id: number, kind: text, name: text },
      required: ["kind"],
      description: "Find one. Give one of these sets: (id, kind) or (name, kind).",
    },
  ],
  [
    "one property with two types",
    { anyOf: [{ properties: { at: text } }, { properties: { at: number } }] },
    { type: "object", properties: { at: { anyOf: [text, number] } } },
  ],
  [
    "parts that all count",
    { properties: { a: text }, allOf: [{ properties: { b: number }, required: ["b"] }, { required: ["a"] }] },
    { type: "object", properties: { a: text, b: number }, required: ["b", "a"] },
  ],
  [
    "a reference, whose definitions stay",
    { $ref: "#/$defs/in%20put", $defs: { "in put": { type: "object", properties: { a: text }, required: ["a"] } } },
    {
      $defs: { "in put": { type: "object", properties: { a: text }, required: ["a"] } },
      type: "object",
      properties: { a: text },
      required: ["a"],
    },
  ],
  ["a reference to itself", { $ref: "#" }, { type: "object", properties: {} }],
  ["a reference to elsewhere", { $ref: "https://example.com/a.json" }, { type: "object", properties: {} }],
  [
    "exclusions",
    { type: "object", properties: { a: text }, not: { required: ["b"] }, if: {} },
    { type: "object", properties: { a: text } },
  ],
])("%s", (_, schema, expected) => {
  expect(flattenTop(schema)).toEqual(expected);
});

test("a plain object stays the same", () => {
  const schema = { type: "object", properties: { a: { anyOf: [text, number] } }, additionalProperties: false };
  expect(flattenTop(schema)).toBe(schema);
});

test("no definition that a model API gets combines schemas at its top", () => {
  const input = passthroughSchema({ oneOf: [{ properties: { a: text } }, { properties: { b: text } }] });
  const registry = createRegistry([
    defineTool({ name: "either", category: "data", description: "Either.", input, execute: () => "" }),
  ]);
  const [openai] = toOpenAI(registry);
  const [anthropic] = toAnthropic(registry);
  for (const schema of [openai!.function.parameters, anthropic!.input_schema])
    expect(schema).toEqual({ type: "object", properties: { a: text, b: text } });
});
