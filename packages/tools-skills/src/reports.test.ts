import { expect, test } from "vitest";
import { parseSkill } from "./parse/parse-skill.ts";

/** Inputs after public reports about other tools and about libraries that are used here. */

test.each([
  ["Use when: the user asks", "Use when: the user asks"],
  ["Use this:", "Use this:"],
  ["[Beta] Makes charts: bars, pies", "[Beta] Makes charts: bars, pies"],
  ["`make` runs it", "`make` runs it"],
  ["@team makes it", "@team makes it"],
  ["%s is formatted", "%s is formatted"],
  ['"Charts" and more', '"Charts" and more'],
  ["Makes charts. Use when:\n  the user asks: always", "Makes charts. Use when: the user asks: always"],
])("description: %s is read as it is meant", (written, description) => {
  const { fields, problems } = parseSkill(`---\nname: x\ndescription: ${written}\nlicense: MIT\n---\nbody`, "x");
  expect(fields).toMatchObject({ name: "x", description, license: "MIT" });
  expect(problems).toEqual([
    {
      line: 3,
      message: "description is not valid YAML and is read as plain text. Put the value in quotes.",
      skipped: false,
    },
  ]);
});

test("what is valid keeps its meaning, and what cannot be mended says what to do", () => {
  const folded = "---\nname: x\ndescription: >\n  Use when: asked\n---\n";
  expect(parseSkill(folded, "x")).toMatchObject({ fields: { description: "Use when: asked" }, problems: [] });
  const { problems } = parseSkill("---\nname: x\n\tdescription: y\nfoo\n---\n", "x");
  expect(problems).toEqual([
    { line: expect.any(Number), message: expect.stringContaining("in quotes"), skipped: true },
  ]);
});
