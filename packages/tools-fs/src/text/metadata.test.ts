import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedRange, renderDiff } from "../edit/diff.ts";
import { decodeFile, type TextFile } from "./codec.ts";
import { fileMetadata, indentationOf, renderMetadata } from "./metadata.ts";

const decode = (text: string): TextFile => decodeFile(new TextEncoder().encode(text)) as TextFile;

describe("facts", () => {
  test.each([
    ["a\n  b\n    c\n", "utf-8 · LF · 2 spaces · 3 lines · version 1"],
    ["\ufeffa\r\n\tb", "utf-8 bom · CRLF · tabs · 2 lines · no final newline · version 1"],
    ["a\nb\r\n", "utf-8 · mixed line endings · 2 lines · version 1"],
    ["a\r\nb\n", "utf-8 · mixed line endings · 2 lines · version 1"],
    ["", "utf-8 · 0 lines · version 1"],
    ["x", "utf-8 · 1 line · no final newline · version 1"],
    ["x\n".repeat(1_234), "utf-8 · LF · 1,234 lines · version 1"],
  ])("of %j", (text, line) => {
    expect(renderMetadata(fileMetadata(decode(text), "1"))).toBe(line);
  });

  test("comment stars and a few alignments do not make spaces of tabs", () => {
    expect(indentationOf("/**\n * x\n */\nf {\n\ta\n\t\tb\n\tc\n}\n")).toBe("tabs");
    expect(indentationOf("a:\n    b:\n        c\n    d\n")).toBe("4 spaces");
  });
});

describe("diff", () => {
  test("the changed range is the smallest one", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }),
        fc.string({ maxLength: 5 }),
        fc.string({ maxLength: 5 }),
        fc.string({ maxLength: 30 }),
        (head, a, b, tail) => {
          const [before, after] = [head + a + tail, head + b + tail];
          const { start, oldEnd, newEnd } = changedRange(before, after);
          expect(before.slice(0, start) + after.slice(start, newEnd) + before.slice(oldEnd)).toBe(after);
          expect(oldEnd - start).toBeLessThanOrEqual(a.length);
          if (oldEnd > start && newEnd > start) expect(before[start]).not.toBe(after[start]);
        },
      ),
    );
  });

  test("several changes carry old numbers for what went and new ones for what came", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
    const at = (part: string) => before.indexOf(part);
    const shown = renderDiff(before, [
      { start: at("2\n"), end: at("2\n") + 2, text: "two\nzwei\n" },
      { start: at("11"), end: at("11") + 2, text: "eleven" },
    ]);
    expect(shown.split("\n")).toEqual([
      "1   1",
      "2 - 2",
      "2 + two",
      "3 + zwei",
      "4   3",
      "5   4",
      "6   5",
      "…",
      " 9   8",
      "10   9",
      "11   10",
      "11 - 11",
      "12 + eleven",
      "13   12",
    ]);
  });

  test("long lines are cut in the open", () => {
    expect(renderDiff("a".repeat(1_000), [{ start: 0, end: 1_000, text: "b" }])).toContain("… (+760 characters)");
  });
});
