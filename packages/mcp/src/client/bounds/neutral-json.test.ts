import { expect, it } from "vitest";
import { neutralJson } from "./neutral-json.ts";

it("JSON without anything hidden stays the same object", () => {
  const schema = { type: "object", properties: { a: { enum: ["x", 1, null] } } };
  expect(neutralJson(schema)).toBe(schema);
  expect(neutralJson({ a: ["b\u200b"], c: 1 })).toEqual({ a: ["b<U+200B>"], c: 1 });
});
