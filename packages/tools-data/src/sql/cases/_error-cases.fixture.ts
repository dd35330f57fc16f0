import { describe, expect, test } from "vitest";
import { openSql, shop } from "../../_sql.fixture.ts";

/** Errors and limits of queries, in any engine. */
export function errorCases(): void {
  describe("errors name what is there", () => {
    test("a column that is missing: columns, types and rows of the tables", async () => {
      const { code, message, hint } = await openSql().fails("SELECT reg FROM 'sales.csv'");
      expect(code).toBe("not_found");
      expect(message).toContain('Referenced column "reg" not found');
      expect(hint).toContain("sales.csv: id BIGINT, region VARCHAR, price DECIMAL(18,2), zip VARCHAR, day DATE");
      expect(hint).toContain('"zip":"00118"');
    });

    test("a file that is missing: the files of data next to it", async () => {
      const { fails } = openSql();
      expect(await fails("FROM 'sale.csv'")).toMatchObject({
        code: "not_found",
        message: "/sale.csv does not exist.",
        hint: "Files of data in its folder: regions.json, sales.csv.",
      });
      expect(await fails("FROM '*.parquet'")).toMatchObject({ code: "not_found" });
      expect(await fails("SELECT * FROM a JOIN 'sales.csv' USING (id), 'regions.json'")).toMatchObject({
        code: "not_found",
        message: 'There is no table "a".',
        hint: expect.stringContaining("'sales.csv', 'regions.json'"),
      });
    });

    test.each([
      ["SELEC 1", "invalid_input", 'syntax error at or near "SELEC"'],
      ["SELECT 1; SELECT 2", "invalid_input", "2 statements"],
      ["SELECT 'x'::INT", "invalid_input", "Could not convert"],
      ["INSERT INTO t VALUES (1)", "invalid_input", "INSERT is not available"],
      ["PIVOT 'sales.csv' ON region USING sum(price)", "invalid_input", "PIVOT is not available"],
      [`SELECT ${"1 + ".repeat(30_000)} 1`, "too_large", "100000"],
    ])("%.30s", async (sql, code, message) => {
      const error = await openSql().fails(sql);
      expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
    });

    test.each([
      ["a row with another number of cells", "a,b\n1,2\n3\n", "/x.csv, line 3"],
      ["more cells than names", "name,city\nAnn,Rome\nBob,Oslo,3\n", "/x.csv, line 3"],
      ["nothing in it", "", "no row with the names"],
      ["text that is not UTF-8", Buffer.from("a\ncaf\xe9\n", "latin1"), "UTF-8"],
    ])("CSV: %s", async (_, text, message) => {
      const error = await openSql({ "/x.csv": text }).fails("FROM 'x.csv'");
      expect([error.code, error.message]).toEqual(["parse_error", expect.stringContaining(message)]);
      expect(`${error.message} ${error.hint}`).not.toMatch(/\/proc|holdall-sql|strict_mode/);
    });

    test("there is neither a query nor a file", async () => {
      expect(await openSql().fails({})).toMatchObject({
        code: "invalid_input",
        hint: expect.stringContaining("sales.csv"),
      });
    });

    test("a column of numbers with words in it is text, and a note says why", async () => {
      const { output } = openSql({ "/x.csv": "a,p\n1,1.5\n2,n/a\n3,2.5\n" });
      const { notes, rows } = await output({ sql: "SELECT sum(TRY_CAST(p AS DECIMAL(18, 2))) AS p FROM 'x.csv'" });
      expect(rows).toEqual([{ p: 4 }]);
      expect(notes).toEqual([expect.stringContaining('"p" is text, because of "n/a"')]);
    });
  });

  describe("limits", () => {
    const endless = "SELECT count(*) FROM range(1000000000) a, range(1000000) b";

    test("time", async () => {
      expect(await openSql(shop, { sql: { time: 50 } }).fails(endless)).toMatchObject({ code: "timeout" });
    });

    test("a call that is cancelled stops the engine, and the next one works", async () => {
      const { session, rows } = openSql();
      const cancel = new AbortController();
      const running = session.call("query_data", { sql: endless }, { signal: cancel.signal });
      setImmediate(() => cancel.abort());
      expect(await running).toMatchObject({ ok: false, error: { code: "aborted" } });
      expect(await rows("SELECT 1 AS a")).toEqual([{ a: 1 }]);
    });

    test("memory, rows, and bytes of copies", async () => {
      const { fails } = openSql(shop, { sql: { memory: 32, rows: 1_000, copied: 50 } });
      const large =
        "SELECT count(*) FROM (SELECT DISTINCT range::VARCHAR || 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' FROM range(10000000))";
      expect(await fails(large)).toMatchObject({
        code: "too_large",
        message: expect.stringContaining("Out of Memory"),
      });
      expect(await fails("FROM range(2000)")).toMatchObject({
        code: "too_large",
        message: "The result has more than 1000 rows.",
      });
      expect(await fails({ sql: "FROM range(2000)", output_path: "o.csv" })).toMatchObject({ code: "too_large" });
      expect(await fails("FROM 'sales.csv'")).toMatchObject({
        code: "too_large",
        message: expect.stringContaining("copied"),
      });
    });
  });

  describe("calls as models of other tools write them", () => {
    const one = [{ n: 3 }];
    test.each([
      [{ query: "SELECT count(*) AS n FROM 'sales.csv'" }],
      [{ statement: "SELECT count(*) AS n FROM 'sales.csv'" }],
      [{ path: "sales.csv", query: "SELECT count(*) AS n FROM sales" }],
      [{ file_path: "/sales.csv", sql: "SELECT count(*) AS n FROM data" }],
      [{ path: "sales.csv", sql: "SELECT count(*) AS n FROM df" }],
      [{ path: "sales.csv", table: "t", query: "SELECT count(*) AS n FROM t" }],
      [{ files: ["sales.csv"], sql: "SELECT count(*) AS n FROM sales" }],
      [{ files: "sales.csv", sql: "SELECT count(*) AS n FROM sales" }],
      [{ tables: [{ name: "s", path: "sales.csv" }], sql: "SELECT count(*) AS n FROM s" }],
      [{ sql: "SELECT count(*) AS n FROM sales;", path: "sales.csv", max_rows: 5 }],
    ])("%j", async (input) => {
      expect((await openSql().output(input)).rows).toEqual(one);
    });

    test("a table alone is all of its rows", async () => {
      expect((await openSql().output({ table: "sales.csv" })).total).toBe(3);
    });

    test("JSONPath and conditions are for filter_data, and SQL given to the others is for this tool", async () => {
      const { session } = openSql();
      const call = async (tool: string, input: object) => {
        const result = await session.call(tool, input);
        return result.ok ? result.output : result.error;
      };
      expect(await call("query_data", { path: "sales.csv", query: "$[?@.region == 'N']" })).toMatchObject({
        total: 2,
        values: [{ id: 1 }, { id: 3 }],
      });
      expect(await call("query_data", { path: "sales.csv", query: "price > 2" })).toMatchObject({
        values: [{ id: 2 }, { id: 3 }],
      });
      for (const tool of ["filter_data", "aggregate_data"])
        expect(await call(tool, { path: "sales.csv", query: "SELECT count(*) AS n FROM sales" }), tool).toMatchObject({
          rows: one,
        });
    });
  });

  test("in a file of megabytes, a row with more cells is named by its line", async () => {
    const rows = (count: number) => "1,some text that fills the file\n".repeat(count);
    const text = `a,b\n1,2,3\n${rows(40_000)}`;
    for (const file of [text, `a,b\n${rows(40_000)}1,2,3\n${rows(10)}`]) {
      const error = await openSql({ "/x.csv": file }).fails("SELECT count(*) FROM 'x.csv'");
      expect([error.code, error.message]).toEqual(["parse_error", expect.stringMatching(/[Ll]ine:? (2|40002)\b/)]);
    }
  });
}
