import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellText, type Row } from "./row.ts";
import { scanCsv } from "./scan-csv.ts";

/** The rows of a text, scanned in pieces of some length. */
function rowsOf(text: string, size = 1_000_000, delimiter = ","): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  let columns = 0;
  const take = (row: Row) => {
    rows.push({ line: row.line, cells: Array.from({ length: columns }, (_, i) => cellText(row, i) ?? "") });
    return undefined;
  };
  const scanner = scanCsv({
    delimiter,
    name: "data.csv",
    onFirst(_, count) {
      columns = count;
      return true;
    },
    onRow: take,
  });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.slice(at, at + size));
  scanner.end();
  return rows;
}

const cells = (text: string) => rowsOf(text).map((row) => row.cells);

describe("RFC 4180", () => {
  test.each([
    [
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a,b\r1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      'a,b\n"x,y","he said ""no"""\n',
      [
        ["a", "b"],
        ["x,y", 'he said "no"'],
      ],
    ],
    ['a\n"one\r\ntwo"\n', [["a"], ["one\r\ntwo"]]],
    [
      "a,b\n,\n",
      [
        ["a", "b"],
        ["", ""],
      ],
    ],
    [
      "a,b\n1,2\n\n\r\n3,4",
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ['a\n""\nx', [["a"], [""], ["x"]]],
    [
      'a,b\n5" disk,x',
      [
        ["a", "b"],
        ['5" disk', "x"],
      ],
    ],
    ["", []],
  ])("%j", (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  test("lines are counted over breaks in quotes", () => {
    expect(rowsOf('a,b\n"1\n2\r\n3",x\n4,5\n').map(({ line }) => line)).toEqual([1, 2, 5]);
  });
});

describe("refused with the line, never merged, padded or left out", () => {
  test.each([
    ["a,b\n1,2\n3\n4,5,6", /line 3: the row has 1 cells, and the first one has 2/],
    ["a,b\n1,2\n4,5,6", /line 3: the row has 3 cells/],
    ['a,b\n1,"2\n3,4', /begins on line 2 has a quote that is not closed/],
    ['a,b\n"1"x,2', /line 2: text follows the closing quote of cell 1/],
  ])("%j", (text, message) => {
    expect(() => rowsOf(text)).toThrow(message);
  });
});

test("every border between pieces gives the same rows", () => {
  const text = 'a,b,c\r\n"x ""y""",é,"1\r\n2"\r3,,"😀"\n"",5" d,z\r\n';
  const whole = rowsOf(text);
  for (let size = 1; size <= 64; size++) expect(rowsOf(text, size)).toEqual(whole);
});

test("any cells that are written by the rules are read again, at any border", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", "é", "😀", " ", "") });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }),
      fc.integer({ min: 1, max: 40 }),
      (rows, size) => {
        const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(",")).join("\r\n");
        expect(rowsOf(text, size).map((row) => row.cells)).toEqual(rows);
      },
    ),
    { numRuns: 200, seed: 1 },
  );
});
