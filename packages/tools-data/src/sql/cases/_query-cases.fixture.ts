import { toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { openSql } from "../../_sql.fixture.ts";

/** What query_data answers, in any engine. */
export function queryCases(): void {
  describe("files by their names in SQL", () => {
    test("CSV and JSON are joined; decimals, codes and dates are what they are in the file", async () => {
      const { output } = openSql();
      const sql = `SELECT r.name, sum(s.price) AS total, min(zip) AS zip, max(day) AS day
      FROM 'sales.csv' s JOIN 'regions.json' r USING (region) GROUP BY ALL ORDER BY total DESC`;
      expect(await output({ sql })).toEqual({
        total: 2,
        columns: [
          { name: "name", type: "VARCHAR" },
          { name: "total", type: "DECIMAL(38,2)" },
          { name: "zip", type: "VARCHAR" },
          { name: "day", type: "DATE" },
        ],
        rows: [
          { name: "North", total: 4.4, zip: "00118", day: "2024-02-29" },
          { name: "Süd", total: 2.2, zip: "00119", day: "2024-02-01" },
        ],
        offset: 0,
        notes: [],
      });
    });

    test.each([
      [
        "windows",
        "SELECT id FROM 'sales.csv' QUALIFY row_number() OVER (PARTITION BY region ORDER BY price DESC) = 1 ORDER BY id",
        [2, 3],
      ],
      ["subqueries", "SELECT id FROM 'sales.csv' WHERE price > (SELECT avg(price) FROM 'sales.csv')", [3]],
      ["steps", "WITH n AS (SELECT * FROM 'sales.csv' WHERE region = 'N') SELECT id FROM n ORDER BY id DESC", [3, 1]],
      ["names without quotes", "SELECT id FROM sales.csv WHERE sales.region = 'S'", [2]],
      ["a whole name before a column", `SELECT "sales.csv".id FROM 'sales.csv' LIMIT 1`, [1]],
      ["FROM first", "FROM 'sales.csv' SELECT id ORDER BY price LIMIT 1", [1]],
      ["a function", "SELECT id FROM read_csv('sales.csv') WHERE id = 2", [2]],
      ["an option", "SELECT id FROM read_csv('sales.csv', nullstr = 'N') WHERE region IS NULL", [1, 3]],
      ["an option with :=", "SELECT id FROM read_csv(nullstr := 'N', 'sales.csv') WHERE region IS NULL", [1, 3]],
      ["a list of files", "SELECT id FROM read_csv(['sales.csv', '/sales.csv']) WHERE id = 1", [1, 1]],
      ["a pattern", "SELECT id FROM '*.csv' WHERE id < 3", [1, 2]],
      [
        "PIVOT",
        "SELECT id FROM (SELECT id, region, price FROM 'sales.csv') PIVOT (sum(price) FOR region IN ('N', 'S')) ORDER BY id",
        [1, 2, 3],
      ],
    ])("%s", async (_, sql, ids) => {
      expect(await openSql().rows(sql)).toEqual(ids.map((id) => ({ id })));
    });

    test("DESCRIBE and SUMMARIZE say what a file has", async () => {
      const { rows } = openSql();
      expect(await rows("DESCRIBE 'regions.json'")).toMatchObject([
        { column_name: "region", column_type: "VARCHAR" },
        { column_name: "name", column_type: "VARCHAR" },
      ]);
      expect(await rows("SUMMARIZE 'sales.csv'")).toHaveLength(5);
    });

    test("without a query: tables, columns, rows, and how many there are", async () => {
      const { tables, total } = await openSql().output({ files: { s: "sales.csv", r: "/regions.json" } });
      expect(total).toBe(2);
      expect(tables).toMatchObject([
        { name: "s (sales.csv)", total: 3, columns: [{ name: "id", type: "BIGINT" }, {}, {}, {}, {}] },
        { name: "r (/regions.json)", total: 2, rows: [{ name: "North" }, { name: "Süd" }] },
      ]);
    });
  });

  describe("formats", () => {
    const table = [
      { id: 1, price: 1.1 },
      { id: 2, price: null },
    ];
    test.each(["csv", "tsv", "json", "jsonl", "yaml", "xlsx", "parquet"])("%s is written and read", async (to) => {
      const { output, rows, session } = openSql({ "/in.json": JSON.stringify(table) });
      const path = `out.${to}`;
      const written = await output({ sql: "FROM 'in.json'", output_path: path });
      expect(written).toMatchObject({ total: 2, path: `/${path}`, rows: [] });
      expect(await rows(`SELECT * FROM '${path}' ORDER BY id`)).toEqual(table);
      expect(await session.call("query_data", { sql: "FROM 'in.json'", output_path: path })).toMatchObject({
        error: { code: "already_exists" },
      });
      expect(await output({ sql: "FROM 'in.json' LIMIT 1", output_path: path, overwrite: true })).toMatchObject({
        total: 1,
      });
    });

    test("XML and Markdown are written", async () => {
      const { output, backend } = openSql({ "/in.json": JSON.stringify(table) });
      for (const [to, found] of [
        ["xml", "<id>1</id>"],
        ["md", "| 1 | 1.1 |"],
      ] as const) {
        await output({ sql: "FROM 'in.json'", output_path: `out.${to}` });
        expect(new TextDecoder().decode((await backend.read(toPath(`/out.${to}`))).bytes)).toContain(found);
      }
    });

    test("a sheet is chosen by its name", async () => {
      const { writeXlsx } = await import("hucre/xlsx");
      const sheets = [
        { name: "One", rows: [["a"], [1]] },
        { name: "Two", rows: [["a"], [2]] },
      ];
      const { output } = openSql({ "/book.xlsx": await writeXlsx({ sheets }) });
      expect(await output({ sql: "FROM 'book.xlsx'" })).toMatchObject({
        rows: [{ a: 1 }],
        notes: ["Left out: other sheets, such as Two."],
      });
      expect(await output({ sql: "FROM read_xlsx('book.xlsx', sheet = 'Two')" })).toMatchObject({ rows: [{ a: 2 }] });
    });

    test("UTF-16, a byte order mark, semicolons, Excel's first line, names that differ in case", async () => {
      const { rows } = openSql({
        "/wide.csv": Buffer.from("\ufeffname,n\nJosé,1\n", "utf16le"),
        "/mark.csv": "\ufeffname,n\nJosé,1\n",
        "/semi.csv": "name;n\nJosé;1\n",
        "/sep.csv": "sep=;\nname;n\nJosé;1\n",
        "/case.csv": "name,n,N,\nJosé,1,2,3\n",
      });
      for (const file of ["wide", "mark", "semi", "sep"])
        expect(await rows(`FROM '${file}.csv'`), file).toEqual([{ name: "José", n: 1 }]);
      expect(await rows("FROM 'case.csv'")).toEqual([{ name: "José", n: 1, N_1: 2, c4: 3 }]);
    });
  });

  describe("results", () => {
    const many = { "/n.csv": `n\n${Array.from({ length: 250 }, (_, n) => n).join("\n")}\n` };

    test("pages say where the next one begins", async () => {
      const { output } = openSql(many);
      const sql = "FROM 'n.csv' ORDER BY n";
      const first = await output({ sql });
      expect([first.total, first.rows.length, first.next_offset, first.left_out]).toEqual([
        250,
        100,
        100,
        { beyond_limit: 150 },
      ]);
      const last = await output({ sql, offset: 240, limit: 50 });
      expect(last).toMatchObject({ total: 250, offset: 240, notes: [] });
      expect([last.rows.length, last.rows[0], last.next_offset]).toEqual([10, { n: 240 }, undefined]);
      const beyond = await output({ sql, offset: 900 });
      expect(beyond).toMatchObject({ total: 250, rows: [] });
      const [note] = (await output({ sql: "FROM 'n.csv'" })).notes;
      expect(note).toContain("Without ORDER BY");
    });

    test("rows of much text fill a page earlier", async () => {
      const { output } = openSql({
        "/t.json": JSON.stringify(Array.from({ length: 20 }, () => ({ t: "x".repeat(4_000) }))),
      });
      const { rows, next_offset } = await output({ sql: "FROM 't.json' ORDER BY ALL" });
      expect([rows.length, next_offset]).toEqual([4, 4]);
    });

    test("columns of the same name, and nothing found", async () => {
      const { output } = openSql();
      const { rows } = await output({
        sql: "SELECT a.id, b.id FROM 'sales.csv' a JOIN 'sales.csv' b USING (zip) LIMIT 1",
      });
      expect(Object.values(rows[0] as object)).toEqual([1, 1]);
      expect(await output({ sql: "FROM 'sales.csv' WHERE id > 9" })).toMatchObject({
        total: 0,
        rows: [],
      });
    });

    test("the text for a model is a table with types", async () => {
      const { session } = openSql();
      const { content } = await session.call("query_data", {
        sql: "SELECT id, NULLIF(region, 'S') AS r FROM 'sales.csv' ORDER BY id LIMIT 2",
      });
      expect(content).toEqual([{ type: "text", text: "2 rows. Columns: id BIGINT, r VARCHAR\nid\tr\n1\tN\n2\tNULL" }]);
    });
  });
}
