import { describe, expect, test } from "vitest";
import { openData } from "../_data.fixture.ts";

/** More rows than types are guessed from, with one cell near the end that is not like the others. */
const rows = (usual: (id: number) => string, last: string): string =>
  `id,value\n${Array.from({ length: 3_000 }, (_, id) => `${id},${id === 2_990 ? last : usual(id)}\n`).join("")}`;

const surprises: Readonly<Record<string, [usual: (id: number) => string, last: string, type: string, cell: unknown]>> =
  {
    "text among numbers": [String, "n/a", "mixed", 2989],
    "a leading zero among numbers": [String, "007", "text", "2989"],
    "a number among booleans": [() => "true", "1", "text", "true"],
    "the first number, after empty cells": [() => "", "1.50", "number", null],
    "the first text, after empty cells": [() => "", "x", "text", ""],
    "no surprise": [String, "2990", "number", 2989],
  };

describe("a column is what all of its cells are", () => {
  test.each(Object.entries(surprises))("%s", async (_, [usual, last, type, cell]) => {
    const data = openData({ "/in.csv": rows(usual, last) });
    const { columns, total: count } = await data.convert({ path: "/in.csv", output_path: "/out.jsonl" });
    expect([count, columns?.[1]?.type]).toEqual([3_000, type]);
    const lines = (await data.text("/out.jsonl")).trimEnd().split("\n");
    expect(lines).toHaveLength(3_000);
    expect(JSON.parse(lines[2_989]!)).toEqual({ id: 2989, value: cell });
    const { values } = await data.filter({ path: "/in.csv", query: "$[2989:2990].value" });
    expect(values).toEqual([cell]);
  });

  test("rows are filtered and grouped by it, and counted once", async () => {
    const data = openData({ "/in.csv": rows((id) => String(id % 3), "n/a") });
    const query = "@.value == 1";
    const notes = [expect.stringContaining('such as "n/a" on line 2992')];
    expect(await data.filter({ path: "/in.csv", query, output_path: "/out.csv" })).toMatchObject({
      total: 1_000,
      scanned: 3_000,
      notes,
    });
    expect((await data.text("/out.csv")).split("\n")).toHaveLength(1_002);
    expect(await data.filter({ path: "/in.csv", query: "@.value == '1'" })).toMatchObject({
      total: 1_000,
      scanned: 3_000,
    });
    expect(await data.aggregate({ path: "/in.csv", where: query })).toMatchObject({
      used: 1_000,
      scanned: 3_000,
      notes,
    });
  });

  test("what is lost is told once", async () => {
    const data = openData({ "/in.csv": `${rows(String, "n/a")}1,"two\nlines"\n` });
    const { losses } = await data.convert({ path: "/in.csv", output_path: "/out.md" });
    expect(losses).toMatchObject([{ count: 1 }]);
    const { notes } = await data.convert({ text: rows(() => "1", "=1+1"), to: "csv", output_path: "/out.csv" });
    expect(notes.at(-1)).toContain("1 cells look like formulas");
  });
});

test("a file that is there stays as it is until the rows are right", async () => {
  const data = openData({ "/in.csv": `${rows(String, "n/a")}1,2,3\n`, "/out.jsonl": "before\n" });
  const error = await data.fails("convert_format", { path: "/in.csv", output_path: "/out.jsonl", overwrite: true });
  expect(error.message).toContain("line 3002");
  expect(await data.text("/out.jsonl")).toBe("before\n");
});
