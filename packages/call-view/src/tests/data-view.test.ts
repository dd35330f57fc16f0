import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { dataTools } from "@holdall/tools-data";
import { expect, test } from "vitest";
import { followCalls } from "../follow-calls.ts";
import { viewPart } from "../view/view-part.ts";

test("results of the real tools are tables, and losses are warnings", async () => {
  const log = followCalls();
  const backend = memoryBackend({ files: { "/in.csv": "city,price\nRome,1.5\nOslo,20\nRome,x\n" } });
  await using session = openSession(createRegistry(dataTools({ backend })), { policy: allow(), onEvent: log.follow });
  await session.call("aggregate_data", {
    path: "/in.csv",
    group_by: ["city"],
    measures: [{ op: "sum", column: "price" }],
  });
  await session.call("filter_data", { path: "/in.csv", query: "@.city == 'Oslo'" });
  await session.call("convert_format", { text: '[{"a":[1]}]', to: "csv" });
  const sql = "SELECT city, count(*) AS n FROM 'in.csv' GROUP BY city ORDER BY n DESC, city";
  await session.call("query_data", { sql });
  await session.call("query_data", { files: { s: "in.csv" } });
  const [sums, found, converted, queried, listed] = log.calls();
  expect([queried?.title, queried?.subject, queried?.outcome]).toEqual(["Query data", sql, "2 rows"]);
  expect(queried?.blocks[0]).toMatchObject({ kind: "text", text: expect.stringContaining('"price" is text') });
  const rows = [
    ["Rome", "2"],
    ["Oslo", "1"],
  ];
  expect(queried?.blocks[1]).toMatchObject({ kind: "table", rows, columns: [{ type: "VARCHAR" }, { type: "BIGINT" }] });
  expect([listed?.subject, listed?.outcome]).toEqual(["in.csv", "1 table"]);
  expect(listed?.blocks.map(({ kind }) => kind)).toEqual(["text", "text", "table"]);
  expect([sums?.title, sums?.subject, sums?.outcome]).toEqual(["Aggregate data", "/in.csv", "2 groups"]);
  expect(sums?.blocks).toEqual([
    { kind: "text", text: "1 cell of price is not a number", isWarning: true },
    {
      kind: "table",
      columns: [
        { name: "city", isNumber: false },
        { name: "sum_price", isNumber: true },
      ],
      rows: [
        ["Rome", "1.5"],
        ["Oslo", "20"],
      ],
      more: 0,
      moreColumns: 0,
    },
  ]);
  expect([found?.subject, found?.outcome]).toEqual(["@.city == 'Oslo' in /in.csv", "1 match"]);
  expect(converted?.blocks[0]).toMatchObject({ isWarning: true, text: expect.stringContaining("nested values") });
  expect(converted?.blocks[1]).toMatchObject({ kind: "code", lines: [{ text: "a" }, { text: "[1]" }] });
});

test.each([
  ["aggregate_data", { groups: 7, rows: [{ a: 1 }], skipped: [{ column: "n", cells: 2 }] }, "7 groups"],
  ["filter_data", { matches: 3, shown: 1, values: [{ a: 1 }], truncated: true }, "3 matches"],
  ["convert_format", { from: "csv", to: "json", rows: 4, text: "[]", truncated: false }, "4 rows"],
])("a result of %s that was saved under its former names is shown", (tool, output, outcome) => {
  const view = viewPart({ type: `tool-${tool}`, toolCallId: "1", state: "output-available", input: {}, output });
  expect(view.outcome).toBe(outcome);
  if (tool === "aggregate_data")
    expect(view.blocks[0]).toMatchObject({ isWarning: true, text: "2 cells of n are not numbers" });
});
