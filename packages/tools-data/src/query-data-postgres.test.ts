import { allow, deny, firstOf, toPath } from "@holdall/tool-core";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
// By path: the drivers and the servers that their own tests use.
import { openPglite } from "../../backends-sql/src/fixtures/_pglite.fixture.ts";
import { openPostgres } from "../../backends-sql/src/fixtures/_shared-postgres.fixture.ts";
import { pgDatabase } from "../../backends-sql/src/pg-database.ts";
import { pgliteDatabase } from "../../backends-sql/src/pglite-database.ts";
import { openSql } from "./_sql.fixture.ts";
import { attacks, shopSql } from "./sql/postgres/_shop.fixture.ts";
import type { SqlTransactions } from "./sql/postgres/query-database.ts";

interface Server {
  readonly db: SqlTransactions;
  exec(sql: string): Promise<unknown>;
  end(): Promise<unknown>;
}

const place = await openPostgres();

async function openServer(): Promise<Server> {
  if (typeof place === "string") throw new Error(place);
  const pool = new Pool({ connectionString: place.url }).on("error", () => {});
  return { db: pgDatabase({ pool }), exec: (sql) => pool.query(sql), end: () => pool.end() };
}

async function openEmbedded(): Promise<Server> {
  const client = await openPglite();
  return { db: pgliteDatabase({ client }), exec: (sql) => client.exec(sql), end: () => client.close() };
}

const cases = (open: () => Promise<Server>) => () => {
  let server: Server;
  beforeAll(async () => {
    server = await open();
    await server.exec(shopSql);
  });
  afterAll(() => server.end());
  const openShop = (more: object = {}, options: Parameters<typeof openSql>[1] = {}) =>
    openSql({}, { databases: { shop: { db: server.db, ...more } }, ...options });

  test("values keep their digits, times are in UTC, and columns have their types", async () => {
    const { session } = openShop();
    const sql =
      "SELECT c.id, name, born, tags, info, price, paid, at, NULL AS id FROM customers c LEFT JOIN orders o ON o.id = 1 ORDER BY c.id DESC";
    const result = await session.call("query_data", { database: "shop", sql, limit: 1 });
    if (!result.ok) throw result.error;
    const output = result.output as { rows: unknown; columns: { name: string; type: string }[] };
    expect(JSON.stringify(output.rows)).toBe(
      '[{"id":9223372036854775807,"name":"Süd","born":"1990-05-01","tags":["a","b"],"info":{"n":12345678901234567890},"price":1.1000000000,"paid":false,"at":"2024-01-30T23:00:00+00:00","id_1":null}]',
    );
    expect(output.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "id bigint",
      "name text",
      "born date",
      "tags text[]",
      "info jsonb",
      "price numeric",
      "paid boolean",
      "at timestamp with time zone",
      "id_1 text",
    ]);
    expect(result.output).toMatchObject({ total: 2, next_offset: 1, left_out: { beyond_limit: 1 } });
  });

  test("pages follow each other, and no row gives columns too", async () => {
    const { output } = openShop();
    const page = (offset: number) =>
      output({ database: "shop", sql: "SELECT id FROM orders ORDER BY id;", limit: 120, offset });
    expect(await page(0)).toMatchObject({ total: 250, next_offset: 120, notes: expect.not.arrayContaining(["ORDER"]) });
    const last = await page(240);
    expect(last).toMatchObject({ total: 250, offset: 240 });
    expect([last.rows.length, last.next_offset]).toEqual([10, undefined]);
    expect(await page(300)).toMatchObject({ total: 250, rows: [] });
    const none = await output({ database: "shop", sql: 'SELECT id AS "a b", note FROM orders WHERE false' });
    expect(none).toMatchObject({ total: 0, columns: [{ name: "a b" }, { name: "note" }] });
    const capped = await openShop({ maxRows: 200 }).output({ database: "shop", sql: "TABLE orders", limit: 5 });
    expect(capped).toMatchObject({ total: 200, notes: expect.arrayContaining([expect.stringContaining("200")]) });
  });

  test("without sql the tables are listed", async () => {
    const { tables = [], total } = await openShop().output({ database: "shop" });
    expect(total).toBe(5);
    expect(await openShop().output({})).toMatchObject({ total: 5 });
    const several = openSql({}, { databases: { shop: { db: server.db }, crm: { db: server.db } } });
    expect(await several.fails({})).toMatchObject({
      code: "invalid_input",
      hint: expect.stringContaining("shop, crm"),
    });
    expect(tables.map(({ name }) => name)).toEqual(['crm."Odd Names"', "customers", "dear", "never_filled", "orders"]);
    expect(tables[4]).toMatchObject({
      estimate: 250,
      columns: expect.arrayContaining([{ name: "price", type: "numeric(30,10)" }]),
    });
    expect(tables.map(({ rows }) => rows.length)).toEqual([1, 2, 0, 0, 3]);
  });

  test("a result is written to a file, and more rows than the limit are none", async () => {
    const { output, backend } = openShop();
    const sql = "SELECT id, price FROM orders ORDER BY id";
    const written = await output({ database: "shop", sql, output_path: "/out.csv" });
    expect(written).toMatchObject({ total: 250, path: "/out.csv", rows: [] });
    const text = new TextDecoder().decode((await backend.read(toPath("/out.csv"))).bytes);
    expect(text.split("\n").slice(0, 2)).toEqual(["id,price", "1,1.1000000000"]);
    const few = openShop({ maxRows: 10 });
    expect(await few.fails({ database: "shop", sql, output_path: "/few.csv" })).toMatchObject({ code: "too_large" });
    expect(await few.backend.stat(toPath("/few.csv"))).toBeNull();
  });

  test.each(Object.entries(attacks))("attack: %s", async (_, sql) => {
    const { fails, rows } = openShop({ timeout: 5_000 });
    const error = await fails({ database: "shop", sql });
    expect(["invalid_input", "permission_denied", "not_found"]).toContain(error.code);
    expect(await rows("SELECT count(*) AS n FROM orders", { database: "shop" })).toEqual([{ n: 250 }]);
  });

  test("what only reads is not refused", async () => {
    const { rows } = openShop();
    const sql = `SELECT twice(2) AS a, 'it''s; pg_sleep(1)' AS b, $x$ ; $x$ AS c, E'\\'' AS d, count(*) FILTER (WHERE paid) AS e, random() < 2 AS f -- ; pg_sleep(1)
      FROM orders`;
    expect(await rows(sql, { database: "shop" })).toEqual([
      { a: 4, b: "it's; pg_sleep(1)", c: " ; ", d: "'", e: 125, f: true },
    ]);
    expect(await rows("SELECT count(*) AS n FROM orders TABLESAMPLE system (100)", { database: "shop" })).toEqual([
      { n: 250 },
    ]);
    expect(await rows("(VALUES (1), (2)) ORDER BY 1 DESC", { database: "shop" })).toEqual([
      { column1: 2 },
      { column1: 1 },
    ]);
    expect(
      await rows(
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3) SELECT sum(n) AS s FROM t",
        { database: "shop" },
      ),
    ).toEqual([{ s: 6 }]);
  });

  test("errors name what is near, and show the table", async () => {
    const { fails } = openShop();
    const column = await fails({ database: "shop", sql: "SELECT pricee FROM orders" });
    expect(column).toMatchObject({
      code: "not_found",
      hint: expect.stringMatching(/nearest names are price[\s\S]*orders: id integer/),
    });
    const table = await fails({ database: "shop", sql: "SELECT * FROM customer" });
    expect(table).toMatchObject({ code: "not_found", hint: expect.stringContaining("customers") });
    expect(await fails({ database: "shop", sql: "SELECT FROM WHERE" })).toMatchObject({ code: "invalid_input" });
    expect(await fails({ database: "shop", sql: "SELECT 1 / 0" })).toMatchObject({ code: "invalid_input" });
  });

  test("the policy is asked by name; other names and addresses reach nothing", async () => {
    const policy = firstOf(deny({ actions: ["network"] }), allow());
    expect(await openShop({}, { policy }).fails({ database: "shop", sql: "SELECT 1" })).toMatchObject({
      code: "permission_denied",
      data: { access: [{ action: "network", target: "database:shop" }] },
    });
    const { fails } = openShop();
    const address = await fails({ database: "postgres://me:secret@elsewhere/db", sql: "SELECT 1" });
    expect(address.code).toBe("not_found");
    expect(`${address.message} ${address.hint}`).not.toMatch(/secret|elsewhere/);
    for (const database of ["other", "constructor", "__proto__"])
      expect(await fails({ database, sql: "SELECT 1" })).toMatchObject({ code: "not_found" });
    expect(await fails({ database: "shop", sql: "SELECT 1", files: { a: "a.csv" } })).toMatchObject({
      code: "invalid_input",
    });
  });
};

describe("query_data on PGlite", cases(openEmbedded));

// There is no server to test against; the name says why.
if (typeof place === "string") test.skip(`query_data on Postgres (skipped: ${place})`, () => {});
else {
  describe("query_data on Postgres", cases(openServer));

  describe("connections of query_data", () => {
    const slow = "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b";
    const running = async (pool: Pool) => {
      const sql = `SELECT 1 FROM pg_stat_activity
        WHERE state = 'active' AND query LIKE '%holdall_rows%' AND datname = current_database() AND pid <> pg_backend_pid()`;
      return (await pool.query(sql)).rows.length;
    };

    test("a timeout and a cancelled call stop the statement on the server", async () => {
      const pool = new Pool({ connectionString: place.url });
      const db = pgDatabase({ pool });
      const { fails, session } = openSql({}, { databases: { shop: { db, timeout: 300 } } });
      expect(await fails({ database: "shop", sql: slow })).toMatchObject({ code: "timeout" });
      const stop = new AbortController();
      const long = openSql({}, { databases: { shop: { db } } }).session.call(
        "query_data",
        { database: "shop", sql: slow },
        { signal: stop.signal },
      );
      await expect.poll(() => running(pool)).toBeGreaterThan(0);
      stop.abort();
      expect(await long).toMatchObject({ ok: false, error: { code: "aborted" } });
      await expect.poll(() => running(pool)).toBe(0);
      await session[Symbol.asyncDispose]();
      await pool.end();
    });

    test("nothing is left on a connection that others use next", async () => {
      const pool = new Pool({ connectionString: place.url, max: 1 });
      const { rows } = openSql({}, { databases: { shop: { db: pgDatabase({ pool }) } } });
      const settings =
        "SELECT current_setting('search_path') AS a, current_setting('statement_timeout') AS b, current_setting('transaction_read_only') AS c";
      const before = (await pool.query(settings)).rows;
      expect(await rows(settings, { database: "shop" })).toEqual([
        { a: '"pg_catalog", "public", "pg_temp"', b: "1min", c: "on" },
      ]);
      expect((await pool.query(settings)).rows).toEqual(before);
      await pool.end();
    });

    test("the role of a superuser is reported, and that of another is not", async () => {
      const pool = new Pool({ connectionString: place.url });
      await pool.query(
        "DO $$ BEGIN CREATE ROLE holdall_reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
      );
      const url = place.url.replace("user=postgres", "user=holdall_reader");
      const { output } = openSql(
        {},
        { databases: { shop: { db: pgDatabase({ pool }) }, reader: { db: pgDatabase({ url }) } } },
      );
      expect((await output({ database: "shop", sql: "SELECT 1 AS a" })).notes.join()).toContain("superuser");
      expect(await output({ database: "reader", sql: "SELECT current_user AS a" })).toMatchObject({
        notes: [],
        rows: [{ a: "holdall_reader" }],
      });
      await pool.end();
    });

    test("an address that does not answer is in no error", async () => {
      const db = pgDatabase({ url: "postgres://me:geheim@127.0.0.1:1/hidden" });
      const error = await openSql({}, { databases: { shop: { db } } }).fails({ database: "shop", sql: "SELECT 1" });
      expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("ECONNREFUSED") });
      expect(JSON.stringify([error.message, error.hint, error.data, String(error.cause)])).not.toMatch(
        /geheim|hidden|127/,
      );
    });
  });
}
