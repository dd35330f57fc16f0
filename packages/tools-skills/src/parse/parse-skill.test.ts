import { expect, test } from "vitest";
import { parseSkill } from "./parse-skill.ts";

const parse = (text: string, folder = "deploy") => parseSkill(text, folder);
const problemOf = (text: string, folder = "deploy") => {
  const { fields, problems } = parse(text, folder);
  expect(fields).toBeUndefined();
  return problems.map(({ line, message }) => `${line}: ${message}`).join("\n");
};
const front = (...lines: string[]) => `---\n${lines.join("\n")}\n---\nBody\n`;

test("all fields of the specification", () => {
  const text = front(
    "name: deploy",
    "description: Deploys the shop. Use when a release is wanted.",
    "license: Apache-2.0",
    "compatibility: Needs git and docker",
    "metadata:",
    "  author: example-org",
    '  version: "1.0"',
    "allowed-tools: Bash(git add:*) Bash(jq:*) Read",
    "x-host: kept quiet",
  );
  expect(parse(text)).toEqual({
    fields: {
      name: "deploy",
      description: "Deploys the shop. Use when a release is wanted.",
      license: "Apache-2.0",
      compatibility: "Needs git and docker",
      metadata: { author: "example-org", version: "1.0" },
      wants: ["Bash(git add:*)", "Bash(jq:*)", "Read"],
    },
    body: "Body\n",
    bodyLine: 12,
    problems: [],
  });
});

test.each([
  ["|", "one\ntwo"],
  ["|-", "one\ntwo"],
  [">", "one two"],
  [">-", "one two"],
])("PromptHub#183: the block scalar %s", (style, expected) => {
  const text = front("name: deploy", `description: ${style}`, "  one", "  two", "license: MIT");
  expect(parse(text).fields).toMatchObject({ description: expected, license: "MIT" });
});

test("a byte order mark, CRLF, comments inside, and values that look like other types", () => {
  const text = "\uFEFF---\r\n# a comment\r\nname: 007\r\ndescription: yes\r\nmetadata:\r\n  n: 1.0\r\n---\r\nBody\r\n";
  expect(parse(text, "007").fields).toMatchObject({ name: "007", description: "yes", metadata: { n: "1.0" } });
});

test("skills#1324: a comment before the front matter is told with its line", () => {
  expect(problemOf("<!-- license -->\n\n---\nname: deploy\n---\n")).toMatch(/^1: .*starts at line 3/);
  expect(problemOf("---\nname: deploy\n")).toMatch(/the second one is missing/);
  expect(problemOf("# Deploy\n")).toMatch(/^1: SKILL.md must begin with front matter/);
});

test.each([
  ["x".repeat(64), true],
  ["x".repeat(65), false],
  ["pdf-2-text", true],
  ["-pdf", false],
  ["pdf-", false],
  ["pdf--text", false],
  ["PDF", false],
  ["pdf_text", false],
  ["пдф", false],
  ["a/b", false],
])("the name %s", (name, isAllowed) => {
  const { fields, problems } = parse(front(`name: ${name}`, "description: d"), name);
  expect(fields !== undefined).toBe(isAllowed);
  if (!isAllowed) expect(problems[0]).toMatchObject({ line: 2, skipped: true });
});

test("a name that is not that of its folder", () => {
  expect(problemOf(front("description: d", "name: deploy"), "ship")).toBe(
    '3: name is deploy, and its folder is "ship". They must be the same.',
  );
});

test("a description has 1 to 1,024 characters, counted as people do", () => {
  expect(parse(front("name: deploy", `description: ${"😀".repeat(1024)}`)).fields).toBeDefined();
  expect(problemOf(front("name: deploy", `description: ${"x".repeat(1025)}`))).toMatch(/^3: description has 1025/);
  expect(problemOf(front("name: deploy"))).toMatch(/description is missing/);
  expect(problemOf(front("name: deploy", "description: |", "  "))).toMatch(/^3: description is missing/);
  expect(problemOf(front("name: deploy", "description: [a]"))).toMatch(/^3: description is missing/);
});

test("other fields that break a rule are left out, and told", () => {
  const text = front("name: deploy", "description: d", `compatibility: ${"x".repeat(501)}`, "metadata: [a]");
  const { fields, problems } = parse(text);
  expect(fields).toMatchObject({ name: "deploy", compatibility: undefined, metadata: {} });
  expect(problems).toMatchObject([
    { line: 4, skipped: false },
    { line: 5, skipped: false },
  ]);
});

test("allowed-tools as a list, or with commas", () => {
  const wants = (value: string) =>
    parse(front("name: deploy", "description: d", `allowed-tools: ${value}`)).fields?.wants;
  expect(wants("[Read, 'Bash(ls:*)']")).toEqual(["Read", "Bash(ls:*)"]);
  expect(wants("Read, Bash(ls:*)")).toEqual(["Read", "Bash(ls:*)"]);
  expect(wants("{}")).toEqual([]);
});

test.each([
  ["an alias", ["name: &n deploy", "description: *n"], 2],
  ["an anchor alone", ["name: deploy", "description: &a d"], 3],
  ["a bomb of aliases", ["a: &a [x, x]", "b: &b [*a, *a]", "name: deploy", "description: d"], 2],
  ["a tag", ["name: deploy", "description: !!js/function 'function () {}'"], 3],
  ["a tag of an own", ["name: deploy", "description: !secret d"], 3],
  ["a key twice", ["name: deploy", "description: d", "name: other"], 4],
  ["a tab", ["name: deploy", "description: d", "metadata:", "\ta: b"], 5],
  ["no fields", ["- name: deploy"], 2],
  ["two documents", ["name: deploy", "...", "description: d"], 4],
])("hostile front matter: %s is refused, with its line", (_, lines, line) => {
  const { fields, problems } = parse(front(...lines));
  expect(fields).toBeUndefined();
  expect(problems[0]).toMatchObject({ skipped: true, line });
});

test("hostile front matter: a megabyte, nesting, and keys of prototypes", () => {
  expect(problemOf(front("name: deploy", `description: ${"x".repeat(1_000_000)}`))).toMatch(/1000\d+ characters/);
  expect(problemOf(front("name: deploy", `description: ${"[".repeat(60_000)}`))).toMatch(/specification allows 1024/);
  const { fields } = parse(
    front("name: deploy", "description: d", "__proto__: {polluted: yes}", "metadata: {__proto__: x}"),
  );
  expect(fields?.description).toBe("d");
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.keys(fields?.metadata ?? {})).toEqual(["__proto__"]);
});
