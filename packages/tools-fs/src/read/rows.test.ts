import fc from "fast-check";
import { expect, test } from "vitest";
import { numberRows, type Rows } from "./rows.ts";

/** What rows are, line by line. */
function oneByOne(text: string, firstLine: number, limit: number, maxChars: number, maxLine: number): Rows {
  const rows: string[] = [];
  const cut: number[] = [];
  let [line, end, chars] = [firstLine, 0, 0];
  for (const whole of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const shown = whole.replace(/\r?\n$|\r$/, "");
    if (line === firstLine + limit || (rows.length > 0 && chars + Math.min(shown.length, maxLine) > maxChars)) break;
    let row = `${line}  ${shown}`;
    if (shown.length > maxLine) {
      const to = /[\udc00-\udfff]/.test(shown[maxLine]!) ? maxLine - 1 : maxLine;
      row = `${line}  ${shown.slice(0, to)}… (${shown.length - to} more characters)`;
      cut.push(line);
    }
    rows.push(row);
    chars += row.length + 1;
    line++;
    end += whole.length;
  }
  return { rows: rows.join("\n"), lines: line - firstLine, end, cut };
}

const words = "const value = compute(item, index) + offset; ";
const lines = (count: number, line = (i: number) => words.slice(0, i % 45)) =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join("");
const forever = Number.POSITIVE_INFINITY;

test.each([
  ["nothing", ""],
  ["nothing but breaks", "\n".repeat(40_000)],
  ["few lines", "a\nb\r\nc"],
  ["many lines, the last without a break", `${lines(9_000)}end`],
  ["many lines that end in CRLF", lines(9_000).replaceAll("\n", "\r\n")],
  ["a CR within a line, at its end, and alone", "a\rb\n\r\n\r\r\n".repeat(5_000)],
  ["a CR at the end of the text", `${lines(2_000)}end\r`],
  ["letters of two, three and four bytes across blocks", "é日本語𝒳 and a line of text\n".repeat(9_000)],
  ["a byte order mark in front of every line", "\ufefftext of a line\n".repeat(5_000)],
  ["half of a pair, far down", `${lines(5_000)}\udc80 is no character\n${lines(500)}`],
  ["a line longer than a block", `${lines(3_000)}${"x".repeat(150_000)}\n${lines(3_000)}`],
  ["a zero, an escape and a line separator", "\0\x1b\u2028\n".repeat(3_000)],
])("rows of %s", (_, text) => {
  for (const firstLine of [1, 7, 99_990, 999_899_999, 2_147_483_000])
    for (const maxLine of [2_000, forever])
      expect(numberRows(text, firstLine, forever, forever, maxLine)).toEqual(
        oneByOne(text, firstLine, forever, forever, maxLine),
      );
});

test("rows end where they should", () => {
  const line = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("", "\r", "\t\tindented", "日本語", "x".repeat(90), "\ud835"),
  );
  const some = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 12 });
  const numbers = fc.record({
    firstLine: fc.constantFrom(1, 9, 95, 9_990),
    limit: fc.oneof(fc.nat(4_000), fc.constant(forever)),
    maxChars: fc.oneof(fc.nat(150_000), fc.constant(forever)),
    maxLine: fc.constantFrom(1, 50, 89, 90, 2_000),
  });
  fc.assert(
    fc.property(some, fc.nat(900), fc.constantFrom("", "end"), numbers, (parts, times, end, how) => {
      const text =
        parts
          .map((part) => part.join(""))
          .join("")
          .repeat(times) + end;
      const { firstLine, limit, maxChars, maxLine } = how;
      expect(numberRows(text, firstLine, limit, maxChars, maxLine)).toEqual(
        oneByOne(text, firstLine, limit, maxChars, maxLine),
      );
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 3_000 : 40 },
  );
});
