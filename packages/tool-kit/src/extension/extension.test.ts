import { allow } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { defineExtension, isExtension } from "./extension.ts";

test.each([
  [{}, "needs a name"],
  [{ name: "Weather" }, "needs a name"],
  [{ name: "a", tols: [] }, 'The extension a has no "tols"'],
  [{ name: "a", tools: {} }, "has wrong tools"],
  [{ name: "a", permissions: "network" }, "has wrong permissions"],
  [{ name: "a", policy: allow }, undefined],
  [{ name: "a", backends: { B: () => ({}) } }, "has wrong backends"],
])("defineExtension(%j) says what is wrong", (given, message) => {
  const define = () => defineExtension(given as never);
  if (message === undefined) expect(define()).toMatchObject(given);
  else expect(define).toThrow(message);
});

test("only what defineExtension has made is an extension", () => {
  const made = defineExtension({ name: "weather" });
  expect(isExtension(made)).toBe(true);
  expect(isExtension({ ...made, name: "other" })).toBe(true);
  for (const other of [{ name: "weather" }, undefined, null, () => made]) expect(isExtension(other)).toBe(false);
});
