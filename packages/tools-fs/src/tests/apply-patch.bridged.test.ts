import { contentText } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { patched } from "./_patched.fixture.ts";

const v4a = (...lines: string[]) =>
  ["*** Begin Patch", "*** Update File: a", "@@", ...lines, "*** End Patch"].join("\n");

test.each([
  [
    "dashes",
    "// Price — without tax\nf()\n",
    [" // Price - without tax", "+net = gross - tax", " f()"],
    "// Price — without tax\nnet = gross - tax\nf()\n",
    "quotes, dashes or kinds of space",
  ],
  [
    "gaps",
    "a  =  1\nb\n",
    [" a = 1", '+s = "SELECT a,  b"', " b"],
    'a  =  1\ns = "SELECT a,  b"\nb\n',
    "spaces inside lines",
  ],
  ["spaces at line ends", "a  \nb\n", [" a", "+x  ", " b"], "a  \nx  \nb\n", "line ends"],
])("bug: a patch bridges %s of kept lines, adds lines as sent, and says so", async (_, text, rows, after, cause) => {
  const result = await patched({ "/a": text }, v4a(...rows));
  expect(await result.after("/a")).toBe(after);
  expect(contentText(result.result.content)).toContain(
    `/a, line 1 on: the hunk matches apart from ${cause}; kept lines are the file's own`,
  );
});

test("lines that fit but for line endings need no word", async () => {
  const { result } = await patched({ "/a": "a\r\nb\r\n" }, v4a(" a", "-b", "+c"));
  expect(contentText(result.content)).not.toContain("apart from");
});

test("a patch whose typographic quotes the file does not have leaves open what its added lines mean", async () => {
  const { after, code } = await patched({ "/a": 'f("a")\n' }, v4a(" f(“a”)", "+f(“b”)"));
  expect([code, await after("/a")]).toEqual(["ambiguous", 'f("a")\n']);
});
