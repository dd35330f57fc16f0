import { expect, test } from "vitest";
import { dependentFormulas } from "./dependents.ts";

const formulas = (all: Readonly<Record<string, string | undefined>>) =>
  Object.entries(all).map(([place, text]) => {
    const [sheet = "", ref = ""] = place.split("!");
    return { sheet, ref, text };
  });

const of = (all: Readonly<Record<string, string | undefined>>, sheet: string, ref: string) =>
  dependentFormulas(formulas(all), [{ sheet, ref }])
    .map((each) => `${each.sheet}!${each.ref}`)
    .sort();

test("formulas depend on cells, ranges, columns, other sheets, and each other", () => {
  const all = {
    "S!B1": "A1*2",
    "S!B2": "SUM($A$1:A9)+1.5E3",
    "S!B3": "SUM(A:A)",
    "S!B4": 'A2&"A1"',
    "S!B5": "B1+1",
    "T!A1": "'S'!B5",
    "T!A2": "LOG10(A5)",
    "T!A3": "S!A1",
    "Q 1!A1": "IF(TRUE,'S'!A1,0)",
  };
  expect(of(all, "S", "A1")).toEqual(["Q 1!A1", "S!B1", "S!B2", "S!B3", "S!B5", "T!A1", "T!A3"]);
  expect(of(all, "s", "A9")).toEqual(["S!B2", "S!B3"]);
  expect(of(all, "T", "A5")).toEqual(["T!A2"]);
  expect(of(all, "S", "Z1")).toEqual([]);
});

test("a formula that names more than cells counts as dependent", () => {
  for (const text of ["Total*2", "Table1[Sum]", 'INDIRECT("A1")', "OFFSET(A1,1,1)", "SUM(Sheet1:Sheet3!A1)", undefined])
    expect(of({ "S!C1": text, "S!C2": "C1+1" }, "S", "Z9"), String(text)).toEqual(["S!C1", "S!C2"]);
});
