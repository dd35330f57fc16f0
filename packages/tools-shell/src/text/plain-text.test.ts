import fc from "fast-check";
import { expect, test } from "vitest";
import { findPrompt } from "./find-prompt.ts";
import { toPlainText } from "./plain-text.ts";

test.each([
  ["\u001b[1;31mred\u001b[0m", "red", 0],
  ["\u001b]8;;http://e\u001b\\link\u001b]8;;\u001b\\", "link", 0],
  ["10%\r20%\r100%\ndone\r\n", "100%\ndone\n", 2],
  ["N\bNA\bA _\bu", "NA u", 0],
  ["family 👨‍👩‍👧, é, 日本, \tتجربة", "family 👨‍👩‍👧, é, 日本, \tتجربة", 0],
  ["a\u202eb\u2066c\u{e0041}d\u200be\u00adf", "a<U+202E>b<U+2066>c<U+E0041>d<U+200B>e<U+00AD>f", 0],
  ["bell\u0007 nul\0", "bell<U+0007> nul<U+0000>", 0],
  ["never \u001b]0;closed\nshown", "never 0;closed\nshown", 0],
])("%j is shown as %j", (raw, text, overwritten) => {
  expect(toPlainText(raw)).toEqual({ text, overwritten });
});

test("whatever comes, nothing that cannot be seen is left, and it takes linear time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (raw) => {
      expect(toPlainText(raw).text).not.toMatch(/[^\P{C}\n\t\u200c\u200d]/u);
    }),
  );
  for (const part of ["\u001b]", "\u001b[", "\r", "a\b", "\u001b]0;"]) toPlainText(part.repeat(50_000));
});

test.each([
  ["Do you want to continue? [Y/n] Abort.", "Do you want to continue? [Y/n] Abort."],
  ["x\nPassword for 'https://a@b': ", "Password for 'https://a@b':"],
  ["Press any key to go on", "Press any key to go on"],
  ["Are you sure you want to continue connecting (yes/no/[fingerprint])?", "Are you sure"],
  ["password: hunter2\ndone\nand\nmore\nlines", undefined],
  ["all tests passed", undefined],
])("a question is found in %j", (text, prompt) => {
  const found = findPrompt(text);
  if (prompt === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(prompt);
});
