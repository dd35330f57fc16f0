import { ToolError } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { editOnce } from "../../tests/_files.fixture.ts";
import { decodeFile } from "../../text/codec.ts";
import { applySplices } from "../../text/lines.ts";
import { planEdit } from "../plan-edit.ts";

/** The text after an edit, or the error. */
function edit(text: string, old: string, fresh: string): string | ToolError {
  const file = decodeFile(new TextEncoder().encode(text));
  if (file.kind !== "text") throw new Error("not text");
  try {
    return applySplices(text, planEdit(file, { path: "/f", old, new: fresh, replaceAll: false }).text);
  } catch (error) {
    if (ToolError.is(error)) return error;
    throw error;
  }
}

describe("text that is only in new_string stays as sent", () => {
  test.each([
    [
      "bug: a dash of code below a comment with a typographic one",
      "// Price — without tax\n",
      "// Price - without tax",
      "// Price - without tax\nconst net = gross - tax;",
      "// Price — without tax\nconst net = gross - tax;\n",
    ],
    [
      "a dash in front of a kept line",
      "// Price — without tax\nf()\n",
      "// Price - without tax\nf()",
      "return gross - tax\n// Price - without tax\nf()",
      "return gross - tax\n// Price — without tax\nf()\n",
    ],
    [
      "quotes of code below prose",
      "// the “price” now\nf();\n",
      '// the "price" now\nf();',
      '// the "price" now\nlog("a");\nf();',
      '// the “price” now\nlog("a");\nf();\n',
    ],
    [
      "a space where the file has no-break spaces",
      "10\u00a0km far\n",
      "10 km far",
      "10 km very far away",
      "10\u00a0km very far away\n",
    ],
    ["two spaces in a string", "x = 1; y\n", "x =  1; y", 'x =  1; y = "a  b"', 'x = 1; y = "a  b"\n'],
  ])("%s", (_, text, old, fresh, after) => {
    expect(edit(text, old, fresh)).toBe(after);
  });
});

describe("what may be copied or new is refused with both readings", () => {
  test.each([
    ["- `en` — English\n", "- `en` - English", "- `en` - English\n- `lt` - Lithuanian", "- `lt` — Lithuanian"],
    ["a — b\n", "a - b", "x - y", "x — y"],
    ['say("a");\n', "say(“a”);", "say(“a”);\nlog(“b”);", 'log("b");'],
    ["a b\n", "a  b", "a  b\nc  d", "c d"],
  ])("%j, %j → %j", (text, old, fresh, reading) => {
    const error = edit(text, old, fresh) as ToolError;
    expect(error).toMatchObject({ code: "ambiguous" });
    const sent = fresh.split("\n").at(-1)!;
    expect(error.message).toContain(JSON.stringify(sent));
    expect(error.message).toContain(JSON.stringify(reading));
    expect(error.hint).toContain(`send exactly this as old_string:\n${text.trimEnd()}`);
  });

  test("spelled as the file spells it, the same edit goes through", () => {
    const text = "- `en` — English\n";
    expect(edit(text, text, `${text}- \`lt\` - Lithuanian\n`)).toBe(`${text}- \`lt\` - Lithuanian\n`);
  });

  test("a file that was refused is not touched", async () => {
    const { code, bytes } = await editOnce(new TextEncoder().encode("a — b\n"), "a - b", "x - y");
    expect([code, new TextDecoder().decode(await bytes("/f"))]).toEqual(["ambiguous", "a — b\n"]);
  });
});

describe("spaces at line ends", () => {
  test.each([
    ["bug: do not wander from a kept line to a new one", "a  \nb\n", "a\nb\n", "a\nx\nb\n", "a  \nx\nb\n"],
    ["stay with a line that moves", "a  \nb\n", "a\nb\n", "x\na\nb\n", "x\na  \nb\n"],
    ["go with a line that goes", "a  \nb\nc\n", "a\nb\nc\n", "b\nc\nd\n", "b\nc\nd\n"],
    ["stay where a line is changed", "x = 1  \nb\n", "x = 1\nb\n", "x = 2\nb\n", "x = 2  \nb\n"],
    ["bug: of Markdown survive in new text", "a \nb\n", "a\nb\n", "a\nx  \ny\nb\n", "a \nx  \ny\nb\n"],
    ["of Markdown survive beside bridged ones", "a  \nb\n", "a  \nb \n", "a  \nx  \nb \n", "a  \nx  \nb\n"],
  ])("%s", (_, text, old, fresh, after) => {
    expect(edit(text, old, fresh)).toBe(after);
  });

  test("that old_string has and the file has not may be meant in new lines, or not", () => {
    expect(edit("a\nb\n", "a  \nb  \n", "a  \nx  \n")).toMatchObject({ code: "ambiguous" });
  });
});
