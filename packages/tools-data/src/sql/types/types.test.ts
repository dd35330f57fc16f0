import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exactCases } from "../cases/_exact-cases.fixture.ts";
import type { Engine } from "../engine/engine.ts";
import { openEngine } from "../node/open-engine.ts";
import { kindOfCells, typeOfKind } from "./cell-kinds.ts";
import { checkKinds, guardMessage, typedTable } from "./check-kinds.ts";

const cells: readonly (readonly [string, readonly string[]])[] = [
  ["BIGINT", ["1", "-20", "0", " 7 "]],
  ["DECIMAL(38, 0)", ["12345678901234567890", "1"]],
  ["DECIMAL(18, 2)", ["1.10", "-2", ".5"]],
  ["DECIMAL(38, 20)", ["0.12345678901234567890"]],
  ["DOUBLE", ["1e5", "2.5"]],
  ["DOUBLE", ["0.123456789012345678901234567890123456789012"]],
  ["DATE", ["2024-02-29", "1999-12-31"]],
  ["TIMESTAMP", ["2024-02-29", "2024-02-29T10:00:00"]],
  ["TIMESTAMPTZ", ["2024-02-29T10:00:00Z", "2024-02-29 10:00:00+02:00"]],
  ["BOOLEAN", ["true", "False"]],
  ["VARCHAR", ["00118", "10000"]],
  ["VARCHAR", ["01/02/2024", "13/02/2024"]],
  ["VARCHAR", ["yes", "no"]],
  ["VARCHAR", ["1", "n/a"]],
  ["VARCHAR", ["1_000", "2"]],
  ["VARCHAR", ["+5", "2"]],
  ["VARCHAR", ["2024-02-30", "x"]],
  ["VARCHAR", ["NaN", "1"]],
];

describe("types of cells", () => {
  test.each(cells)("%s: %j", (type, column) => {
    expect(typeOfKind("a", kindOfCells([...column, "", null]), false)).toEqual({ name: "a", type });
  });
});

describe("in the engine", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine();
  });
  afterAll(() => engine[Symbol.dispose]());

  /** A table of text, with a first row that suggests whole numbers, dates or booleans. */
  const tableOf = (column: readonly string[]) =>
    `(VALUES ${column.map((cell) => `('${cell}')`).join(", ")}, (NULL)) AS t(a)`;

  test.each(cells)("every cell is checked: %s: %j", async (type, column) => {
    for (const kind of ["integer", "boolean", "date", "zoned", kindOfCells(column).kind] as const) {
      const [found] = await checkKinds(
        engine,
        `(SELECT a::VARCHAR AS a FROM ${tableOf(column)})`,
        new Map([["a", kind]]),
      );
      // What a sample took for another kind ends as what all cells are, or as text.
      expect([type, "VARCHAR"]).toContain(found?.type);
      if (kind === kindOfCells(column).kind) expect(found?.type).toBe(type);
    }
  });

  test.each([
    [["1", "2"], "5.7"],
    [["1", "2"], "1234567890123456"],
    [["1", "2"], "99999999999999999999"],
    [["1.10", "2.20"], "3.125"],
    [["1.10", "2.20"], "12345678901234.5"],
    [["1234567890123456"], "5.7"],
    [["2024-01-01"], "2024-01-02 10:00:00"],
  ])("a cell that a sample did not have is found: %j, then %s", async (column, other) => {
    const typed = typeOfKind("a", kindOfCells(column), true);
    const read = (all: readonly string[]) =>
      engine.json(
        `SELECT a FROM ${typedTable([typed], () => `(SELECT a::${typed.guard?.readAs} AS a FROM ${tableOf(all)})`)}`,
      );
    expect(await read(column)).toHaveLength(column.length + 1);
    await expect(read([...column, other])).rejects.toThrow(new RegExp(`${guardMessage}|Could not|out of range`, "i"));
  });
});

exactCases();
