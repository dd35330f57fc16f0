import { describe, expect, test } from "vitest";
import { editOnce } from "../../tests/_files.fixture.ts";

const code =
  "function total(items) {\n\tlet sum = 0;\n\tfor (const item of items) {\n\t\tsum += item.price;\n\t}\n\treturn sum;\n}\n";

async function failure(content: string, old_string: string, new_string = "something new") {
  const { result, shown, after } = await editOnce(content, old_string, new_string);
  if (result.ok) throw new Error(`applied: ${after}`);
  expect(after).toBe(content);
  return { error: result.error, shown };
}

describe("no_match", () => {
  test("names the nearest lines, why they differ, and text that works", async () => {
    const { error, shown } = await failure(
      code,
      "    for (const item of items) {\n        total += item.price;\n    }",
    );
    expect(error.code).toBe("no_match");
    expect(error.message).toContain(
      'line 3 is indented by 1 tab, not 4 spaces; line 4 reads "sum += item.price;" where you have "total += item.price;"; line 5 is indented by 1 tab, not 4 spaces',
    );
    const offered = shown.slice(shown.indexOf("as old_string:\n") + "as old_string:\n".length);
    const retry = await editOnce(code, offered, "\t// gone");
    expect(retry.result.ok).toBe(true);
  });

  test.each([
    ["case", "Return sum;\n", "return sum;\nx", 'line 1 differs in case: "Return sum;"'],
    [
      "no-break space",
      "a\u00a0b = 1\nother = 2\n",
      "a b = 1\nothers = 2",
      'line 1 has "\u00a0" (U+00A0) in column 2 of its text, not a plain space',
    ],
    [
      "quotes",
      "say(’hi’)\nother = 2\n",
      "say('hi')\nothers = 2",
      'line 1 has "’" (U+2019) in column 5 where you have "\'" (U+0027)',
    ],
    ["trailing space", "one = two  \nother = 2\n", "one = two\nothers = 2", "line 1 ends in spaces"],
    ["end of file", "alpha beta gamma\n", "alpha beta gamma\nomega", "the file ends before this block does"],
    [
      "blank line",
      "alpha beta gamma\n\nomega\n",
      "alpha beta gamma\ndelta\nomega",
      'line 2 is empty where you have "delta"',
    ],
  ])("tells %s", async (_, content, old, reason) => {
    expect((await failure(content, old)).error.message).toContain(reason);
  });

  test("recognises an edit that is applied already", async () => {
    const { error } = await failure("let limit = 250;\n", "let limit = 100;", "let limit = 250;");
    expect(error.message).toBe(
      "old_string is not in /f, but new_string is, at line 1: the edit seems to be already applied.",
    );
    expect(error.data).toEqual({ alreadyApplied: true, lines: [1] });
  });

  test("says when nothing comes near, and when the file is empty", async () => {
    expect((await failure("a\nb\n", "completely(different)")).error.message).toContain("nothing in it is similar");
    expect((await failure("", "x")).error.message).toBe("/f is empty, so old_string is not in it.");
  });

  test("says what keeps a match in sight from being one", async () => {
    const { error, shown } = await failure(
      "\tone\n\ttwo\n    three\n",
      "    one\n    two\n",
      "    one\n    new\n    two\n",
    );
    expect(error.message).toContain(
      "old_string matches lines 1–2 of /f only if differences in indentation are ignored",
    );
    expect(shown).toContain("send exactly this as old_string:\n\tone\n\ttwo");
  });

  test("stays small on long lines and large files", async () => {
    const long = `${"x = 1; ".repeat(5_000)}\n`.repeat(20);
    const { shown } = await failure(long, `${"x = 1; ".repeat(4_000)}y = 2;`);
    expect(shown.length).toBeLessThan(4_000);
  });
});
