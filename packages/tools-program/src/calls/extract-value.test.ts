import { expect, test } from "vitest";
import type { ExtractSchema } from "./extract-schema.ts";
import { extractFrom } from "./extract-value.ts";

const amount: ExtractSchema = { type: "number" };
const answer: ExtractSchema = { type: "enum", values: ["accept", "decline"] };

test.each([
  ["Total 12.5 EUR", amount, 12.5],
  ["12,5", amount, 12.5],
  ["Total 12,500 EUR", amount, undefined],
  ["$1,234.50", amount, undefined],
  ["1234.567", amount, 1234.567],
  ["This is unacceptable", answer, undefined],
  ["We accept.", answer, "accept"],
  ["order A-17", { type: "id" } as ExtractSchema, "A-17"],
])("%j as %j is %j", (text, schema, value) => {
  const found = extractFrom(text, schema);
  expect("value" in found ? found.value : undefined).toBe(value);
});

test("a long word without digits is read once", () => {
  expect(extractFrom("x".repeat(1_000_000), { type: "id" })).toMatchObject({ found: 0 });
});
