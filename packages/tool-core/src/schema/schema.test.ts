import { expect, test } from "vitest";
import * as z from "zod";
import * as zod3 from "zod/v3";
import { type Schema, toJsonSchema } from "./schema.ts";
import { shapeOf } from "./shape.ts";

test("a schema of zod 3 is refused with what to use instead", () => {
  const schema = zod3.object({ path: zod3.string() }) as unknown as Schema;
  expect(() => toJsonSchema(schema)).toThrow("This schema of zod has no JSON Schema. Use zod 4.2 or newer.");
});

test("what says nothing is left out; what an object may hold is not", () => {
  const schema = z.object({
    any: z.looseObject({}),
    record: z.record(z.string(), z.unknown()),
    numbers: z.record(z.string(), z.int()),
    loose: z.looseObject({ a: z.string() }),
    either: z.union([z.object({ a: z.string() }), z.record(z.string(), z.unknown())]),
  });
  const { properties } = toJsonSchema(schema);
  expect(properties).toMatchObject({
    any: { type: "object" },
    record: { type: "object" },
    numbers: { type: "object", additionalProperties: { type: "integer" } },
    loose: { type: "object", properties: { a: { type: "string" } }, additionalProperties: {} },
  });
  expect(JSON.stringify(properties)).not.toContain("propertyNames");
  const { properties: shapes } = shapeOf(toJsonSchema(schema));
  for (const name of ["any", "record", "numbers", "loose", "either"]) expect(shapes.get(name)?.open).toBeTruthy();
  expect(toJsonSchema(z.object({}))).toEqual({ type: "object", properties: {} });
});
