import { expect, test } from "vitest";
import { oneOf, parseArguments } from "./arguments.ts";

const options = { root: { type: "string" }, yes: { type: "boolean" }, "dry-run": { type: "boolean" } } as const;
const parse = (...argv: string[]) => parseArguments(argv, options, { most: 2 });

test("words, values and flags come apart, JSON and - included", () => {
  const { values, words } = parse("call", '{"a": "--yes"}', "--root=.", "--yes");
  expect(words).toEqual(["call", '{"a": "--yes"}']);
  expect(values).toEqual({ root: ".", yes: true });
  expect(parse("-").words).toEqual(["-"]);
});

test.each([
  [["--rot", "x"], "There is no option --rot here.", "Did you mean --root?"],
  [["--zzzzzz"], "There is no option --zzzzzz here.", "The options are --root, --yes, --dry-run, --help."],
  [["--constructor"], "There is no option --constructor here.", expect.any(String)],
  [["--root"], "--root needs a value.", undefined],
  [["--yes=no"], "--yes does not take a value.", undefined],
  [["a", "b", "c"], 'Unexpected argument: "c".', undefined],
  [
    ["a", '{"x":', "1}"],
    'Unexpected argument: "1}".',
    "Put the JSON in single quotes, so that the shell passes it as one argument.",
  ],
])("%j is refused with the next move", (argv, message, hint) => {
  expect(() => parse(...argv)).toThrow(expect.objectContaining({ message, hint }));
});

test("a word that is none of the choices is refused with the nearest", () => {
  expect(oneOf("--preset", "coding", ["coding", "minimal"])).toBe("coding");
  const hint = "Did you mean minimal? Choose one of coding, minimal.";
  expect(() => oneOf("--preset", "minmal", ["coding", "minimal"])).toThrow(expect.objectContaining({ hint }));
});
