import { expect, test } from "vitest";
import { oxlintRunsCode } from "./oxlint-config.ts";

test.each([
  '{"js\\u0050lugins": ["./evil.js"]}',
  '{"exten\\u0064s": ["./b.json"]}',
  '{"overrides": [{"files": ["**"], "js\\u0050lugins": ["./evil.js"]}]}',
  '{"options": {"typeAware": true}}',
  '{"rules": {}',
  "[]",
])("%s may run code", (text) => expect(oxlintRunsCode({ name: ".oxlintrc.json", text })).toBe(true));

test("rules and files to leave out are data", () => {
  const text = '{ /* ours */ "rules": { "no-debugger": "error" }, "overrides": [{ "files": ["a"], "rules": {} }] }';
  expect(oxlintRunsCode({ name: ".oxlintrc.json", text })).toBe(false);
  expect(oxlintRunsCode({ name: "oxlint.config.ts", text })).toBe(true);
});
