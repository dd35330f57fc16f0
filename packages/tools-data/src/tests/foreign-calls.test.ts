import { toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { openData } from "../_data.fixture.ts";

const csv = "name,amount,city\nAnn,2,Rome\nBob,5,Oslo\nAnn,4,Rome\n";
const files = { "/data.csv": csv };

const call = async (tool: string, input: object) => {
  const result = await openData(files).session.call(tool, input);
  if (!result.ok) throw result.error;
  return result.output as Record<string, unknown>;
};

describe("measures and orders as models write them", () => {
  const total = [
    { name: "Ann", sum_amount: 6 },
    { name: "Bob", sum_amount: 5 },
  ];
  test.each([
    [{ group_by: "name", operation: "sum", field: "amount" }],
    [{ group_by: "name", aggregations: { amount: "sum" } }],
    [{ group_by: "name", aggregations: { sum_amount: "sum(amount)" } }],
    [{ group_by: ["name"], measures: [{ function: "sum", field: "amount" }] }],
    [{ group_by: ["name"], measures: [{ fn: "sum", column: "amount" }] }],
    [{ group_by: ["name"], measures: ["sum(amount)"] }],
    [{ group_by: ["name"], metrics: ["sum(amount)"] }],
    [{ group_by: ["name"], metrics: "sum(amount)" }],
    [{ group_by: ["name"], measures: { op: "sum", column: "amount" } }],
    [{ by: "name", agg: { amount: ["sum"] } }],
    [{ group_by: '["name"]', measures: '[{"op":"sum","column":"amount"}]' }],
  ])("%j", async (input) => {
    const { rows } = await call("aggregate_data", { path: "/data.csv", ...input });
    expect(JSON.parse(JSON.stringify(rows))).toEqual(
      "sum_amount" in ((input as { aggregations?: object }).aggregations ?? {})
        ? total.map(({ name }) => expect.objectContaining({ name }))
        : total,
    );
  });

  test.each(["sum_amount desc", "-sum_amount", "sum desc", "amount desc", "sum(amount) DESC"])(
    "order_by %j",
    async (order_by) => {
      const measures = ["sum(amount)"];
      const { rows } = await call("aggregate_data", { path: "/data.csv", group_by: "name", measures, order_by });
      expect((rows as { name: string }[]).map(({ name }) => name)).toEqual(["Ann", "Bob"]);
    },
  );

  test("an order as objects, a renamed measure, distinct values", async () => {
    const { rows } = await call("aggregate_data", {
      path: "/data.csv",
      group_by: "city",
      measures: ["count(distinct name) as people", { op: "max", column: "amount", alias: "most" }],
      order_by: [{ column: "most", direction: "desc" }],
    });
    expect(rows).toEqual([
      { city: "Oslo", people: 1, most: 5 },
      { city: "Rome", people: 1, most: 4 },
    ]);
  });
});

describe("conditions as SQL and people write them", () => {
  test.each([
    ["amount > 3", [5, 4]],
    ["amount > 3 and city = 'Rome'", [4]],
    ['amount > 3 AND city = "Rome"', [4]],
    ["`amount` >= 4 or name == 'Ann'", [2, 5, 4]],
    ["name <> 'Ann'", [5]],
    ["not (name = 'Ann')", [5]],
    ["name like 'A%'", [2, 4]],
    ["name not like 'A%' ", [5]],
    ["city in ('Oslo', 'Lima')", [5]],
    ["amount between 3 and 5", [5, 4]],
    ["city is not null && amount<.45e1", [2, 4]],
    ["@.amount > 3", [5, 4]],
    ["$[?@.amount > 3]", [5, 4]],
  ])("%s", async (where, amounts) => {
    for (const key of ["where", "query"]) {
      const { values } = await call("filter_data", { path: "/data.csv", [key]: where });
      expect((values as { amount: number }[]).map(({ amount }) => amount)).toEqual(amounts);
    }
    expect(await call("aggregate_data", { path: "/data.csv", where })).toMatchObject({ used: amounts.length });
  });

  test("text with quotes stays text", async () => {
    const text = "a\nit's\nb@c\n";
    expect(await call("filter_data", { text, from: "csv", query: "a = 'it''s'" })).toMatchObject({ total: 1 });
    expect(await call("filter_data", { text, from: "csv", query: "a = 'b@c'" })).toMatchObject({ total: 1 });
  });

  test.each(["amount >", "amount ~ 3", "(amount > 3", "amount > 3 city", ""])(
    "%j says where it is wrong",
    async (where) => {
      const { code, hint } = await openData(files).fails("aggregate_data", { path: "/data.csv", where });
      expect([code, hint]).toEqual(["invalid_input", expect.stringContaining("@.price < 10")]);
    },
  );
});

describe("data and files under one name", () => {
  test.each([
    [{ input: "a: 1\nb: [x, y]\n", from: "yaml", to: "json" }],
    [{ data: { a: 1, b: ["x", "y"] }, to: "json" }],
    [{ content: '{"a":1,"b":["x","y"]}', to: "json" }],
  ])("%j", async (input) => {
    const { text } = await call("convert_format", input);
    expect(JSON.parse(text as string)).toEqual({ a: 1, b: ["x", "y"] });
  });

  test.each(["input", "data", "source", "file"])("%s: a file's name", async (key) => {
    expect(await call("convert_format", { [key]: "/data.csv", to: "json" })).toMatchObject({ total: 3 });
  });
});

describe("orders, conditions and measures in all three tools", () => {
  const amounts = (output: Record<string, unknown>) =>
    (output.values as { amount: number }[]).map(({ amount }) => amount);

  test.each(["filter_data", "convert_format"])("%s orders rows, and filters them", async (tool) => {
    const order = { path: "/data.csv", order_by: "amount desc", to: "json" };
    expect(amounts(await call(tool, order))).toEqual([5, 4, 2]);
    expect(amounts(await call(tool, { ...order, where: "name = 'Ann'" }))).toEqual([4, 2]);
    expect(amounts(await call(tool, { ...order, offset: 1, limit: 1 }))).toEqual([4]);
  });

  test("an ordered result is written whole, with the columns that were chosen", async () => {
    const { session, backend } = openData(files);
    const input = { path: "/data.csv", order_by: ["city", "-amount"], columns: "amount", output_path: "/o.csv" };
    const result = await session.call("filter_data", input);
    expect(result.ok && result.output).toMatchObject({ total: 3, path: "/o.csv" });
    const { bytes } = await backend.read(toPath("/o.csv"));
    expect(new TextDecoder().decode(bytes)).toBe("amount\n5\n4\n2\n");
  });

  test.each(["filter_data", "convert_format", "aggregate_data"])("%s measures", async (tool) => {
    const { rows } = await call(tool, {
      path: "/data.csv",
      group_by: "name",
      metrics: "sum(amount)",
      where: "amount > 2",
    });
    expect(rows).toEqual([
      { name: "Bob", sum_amount: 5 },
      { name: "Ann", sum_amount: 4 },
    ]);
  });

  test.each([
    [{ name: "Ann", amount: { $gt: 3 } }, [4]],
    [{ city: ["Oslo", "Lima"] }, [5]],
    [[{ column: "amount", op: ">=", value: 4 }], [5, 4]],
    [{ amount: { between: [3, 5] } }, [5, 4]],
  ])("conditions as objects: %j", async (where, found) => {
    expect(amounts(await call("filter_data", { path: "/data.csv", where }))).toEqual(found);
    expect(await call("aggregate_data", { path: "/data.csv", where })).toMatchObject({ used: found.length });
  });

  test("an order of values that are not rows is refused", async () => {
    const input = { data: { a: { b: [3, 1] } }, query: "$.a.b[*]", order_by: "b" };
    expect(await openData(files).fails("filter_data", input)).toMatchObject({ code: "invalid_input" });
  });

  test("next to the data itself, a path is that of the result", async () => {
    const { session } = openData(files);
    const result = await session.call("convert_format", { content: "a,b\n1,2\n", from: "csv", path: "/o.json" });
    expect(result.ok && result.output).toMatchObject({ path: "/o.json", total: 1 });
  });
});
