import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openData } from "./_data.fixture.ts";

const csv = "id,city,price\n1,Rome,1.50\n2,Oslo,20\n3,Rome,\n4,Lima,007\n";

describe("rows", () => {
  test.each([
    ["$[?@.city == 'Rome']", [1, 3]],
    ["@.city == 'Rome' && @.id > 1", [3]],
    ["$[?!(@.city == 'Rome')]", [2, 4]],
    ["$[1:3]", [2, 3]],
    ["$[0]", [1]],
    ["$[?search(@.city, 'o')]", [1, 2, 3]],
    ["$[?match(@.city, 'L.m[a-c]')]", [4]],
    ["$[?length(@.city) == 4]", [1, 2, 3, 4]],
    ["$[?@.nothing]", []],
  ])("%s", async (query, ids) => {
    const { values } = await openData().filter({ text: csv, query });
    expect((values as { id: number }[]).map(({ id }) => id)).toEqual(ids);
  });

  test("a number with a leading zero is a code: no comparison with a number is about it, and that is told", async () => {
    const { filter } = openData();
    const { total: matches, notes } = await filter({ text: csv, query: "@.price > 1" });
    expect([matches, notes]).toEqual([2, [expect.stringContaining('1 cell of "price"')]]);
    expect((await filter({ text: csv, query: "@.price == '007'" })).total).toBe(1);
  });

  test("keys behind the rows are values of their own, with their paths", async () => {
    const { values, paths } = await openData().filter({ text: csv, query: "$[0:2]['city','id']" });
    expect(values).toEqual(["Rome", 1, "Oslo", 2]);
    expect(paths?.[0]).toBe('$[0]["city"]');
  });

  test("pages say how to go on", async () => {
    const { session } = openData();
    const result = await session.call("filter_data", { text: csv, query: "$[*]", limit: 2 });
    const [part] = result.content;
    expect(part?.type === "text" && part.text).toContain("call again with offset 2");
  });

  test("matches go to a file in the bytes they had", async () => {
    const { filter, text } = openData({ "/in.csv": 'a,b\n"x ""y""",1.20\nz,00\n' });
    await filter({ path: "/in.csv", query: "@.b == '1.20'", output_path: "/out.csv" });
    expect(await text("/out.csv")).toBe('a,b\n"x ""y""",1.20\n');
  });
});

test("a filter that looks at the whole document sees all of it", async () => {
  const { filter, fails } = openData();
  const text = '[{"a":1,"t":"$"},{"b":2}]';
  expect((await filter({ text, query: "$[?$[1].b == 2]" })).total).toBe(2);
  expect((await filter({ text, query: "$[?@.t == '$']" })).total).toBe(1);
  expect((await fails("aggregate_data", { text, where: "@.a == $[0].a" })).code).toBe("invalid_input");
});

test("a list of values is asked as well", async () => {
  const { filter, text } = openData();
  expect((await filter({ text: '[1,2,"x",{"a":3}]', query: "$[?@ > 1]" })).values).toEqual([2]);
  expect((await filter({ text: '[{"a":1},5]', query: "$[?@.a == 1].a" })).values).toEqual([1]);
  await filter({ text: "[1,2,3]", query: "$[1:]", output_path: "/o.json" });
  expect(JSON.parse(await text("/o.json"))).toEqual([2, 3]);
});

test("documents: numbers keep their digits, YAML and XML are asked as well", async () => {
  const { filter } = openData();
  const { values } = await filter({ text: '{"items":[{"p":1.50},{"p":20}]}', query: "$.items[?@.p < 10].p" });
  expect(JSON.stringify(values)).toBe("[1.50]");
  expect((await filter({ text: "a:\n  - b: 1\n  - b: 2\n", from: "yaml", query: "$..b" })).values).toEqual([1, 2]);
  expect((await filter({ text: "<r><i n='1'>x</i><i n='2'/></r>", query: "$.r.i[*]['@n']" })).values).toEqual([
    "1",
    "2",
  ]);
});

test("text is compared as it reads, quoted in CSV or not", async () => {
  const { filter } = openData();
  const text = 'a,n\né,1\n"é",2\n"a""",3\n"",4\n,5\nab,6\n';
  const found = async (query: string) => (await filter({ text, query: `$[?${query}].n` })).values;
  expect(await found("@.a == 'é'")).toEqual([1, 2]);
  expect(await found("@.a == 'a\"'")).toEqual([3]);
  expect(await found("@.a == ''")).toEqual([4, 5]);
  expect(await found("'a' == @.a || @.a == 'a'")).toEqual([]);
});

test("columns that are not there are refused as an output and told in a query", async () => {
  const { filter, fails } = openData();
  const error = await fails("filter_data", { text: csv, query: "$[*]", columns: ["town"] });
  expect([error.code, error.hint]).toEqual(["not_found", expect.stringContaining('"city"')]);
  expect((await fails("filter_data", { text: csv, query: "$[*]", columns: ["id", "id"] })).code).toBe("invalid_input");
  const { total: matches, notes } = await filter({ text: csv, query: "@.town == 'Rome' || @.id == 1" });
  expect([matches, notes]).toEqual([1, ['No row has "town". Its columns are "id", "city", "price".']]);
  expect((await filter({ text: csv, query: "@.city == 'Rome'" })).notes).toEqual([]);
});

test("a query that is wrong is told the place and the spelling", async () => {
  const error = await openData().fails("filter_data", { text: csv, query: "$[?@.price = 10]" });
  expect([error.code, error.hint]).toEqual(["invalid_input", expect.stringContaining("$.items[?@.price < 10]")]);
});

test("a pattern that takes native regular expressions 20 s takes none here", async () => {
  const text = JSON.stringify([{ a: `${"a".repeat(27)}c` }]);
  const { total: matches } = await openData().filter({ text, query: "$[?search(@.a, '(a|a)*b')]" });
  expect(matches).toBe(0);
}, 2_000);

test("the filter for rows agrees with the query of the document", async () => {
  const value = fc.constantFrom<unknown>(0, 1, 2.5, "a", "b", "é", 'a"', "", true, false, null, [1], { k: 1 });
  const literal = fc.constantFrom("0", "1", "2.5", "'a'", "'é'", "'a\"'", "''", "true", "null", "@.x", "@.y");
  const comparison = fc
    .tuple(fc.constantFrom("@.x", "@.y"), fc.constantFrom("==", "!=", "<", "<=", ">", ">="), literal)
    .map((parts) => parts.join(" "));
  const filter = fc.oneof(
    comparison,
    fc.tuple(comparison, comparison).map(([a, b]) => `(${a} && !(${b})) || @.x`),
  );
  const row = fc.record({ x: value, y: value }, { requiredKeys: [] });
  const { filter: run } = openData();
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), filter, async (rows, where) => {
      const byRow = await run({ text: JSON.stringify(rows), query: `$[?${where}]` });
      const byDocument = await run({ text: JSON.stringify({ rows }), query: `$.rows[?${where}]` });
      expect(byRow.values, `${where} on ${JSON.stringify(rows)}`).toEqual(byDocument.values);
    }),
    { numRuns: 150, seed: 3 },
  );
});
