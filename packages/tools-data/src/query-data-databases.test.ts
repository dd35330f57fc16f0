import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance } from "@duckdb/node-api";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, deny, firstOf } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { openSql } from "./_sql.fixture.ts";

const big = "9223372036854775807";

/** The bytes of a file that `fill` makes. */
async function bytesOf(fill: (path: string) => unknown, name = "file"): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "holdall-test-"));
  try {
    await fill(join(folder, "file"));
    return new Uint8Array(readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sqlite = (sql: string) =>
  bytesOf((path) => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  });

const duckdb = (sql: string) =>
  bytesOf(async (path) => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
  });

const app = `CREATE TABLE users (id INTEGER, name TEXT, zip TEXT, spent DECIMAL(10, 2), born TEXT);
  INSERT INTO users VALUES (1, 'José', '00118', 0.1, '1990-05-01'), (${big}, NULL, '00119', 0.2, NULL);
  CREATE TABLE orders (user_id INTEGER, total REAL); INSERT INTO orders VALUES (1, 2.5);
  CREATE TABLE "empty table" (a TEXT, b TEXT)`;

describe("SQLite", () => {
  test("tables are read through a short name, and joined with files", async () => {
    const { rows, output } = openSql({ "/app.db": await sqlite(app), "/names.csv": "id,nick\n1,jo\n" });
    const files = { app: "app.db" };
    expect(
      await rows(
        "SELECT u.name, o.total, n.nick, u.zip, u.born FROM app.users u JOIN app.orders o ON o.user_id = u.id JOIN 'names.csv' n ON n.id = u.id",
        { files },
      ),
    ).toEqual([{ name: "José", total: 2.5, nick: "jo", zip: "00118", born: "1990-05-01" }]);
    expect(await rows("SELECT sum(spent) AS spent FROM users", { files })).toEqual([{ spent: 0.3 }]);
    expect(await rows(`SELECT count(*) AS n FROM app."empty table" WHERE a IS NULL`, { files })).toEqual([{ n: 0 }]);
    expect(await rows("SELECT name FROM sqlite_scan('app.db', 'users') WHERE id = 1")).toEqual([{ name: "José" }]);
    const { tables } = await output({ files });
    for (const sql of ["SHOW TABLES", "SELECT name FROM sqlite_master", "SELECT * FROM information_schema.columns"])
      expect((await output({ sql, files })).tables, sql).toEqual(tables);
    expect(tables?.map(({ name, total }) => [name, total])).toEqual([
      ["empty table", 0],
      ["orders", 1],
      ["users", 2],
    ]);
  });

  test("whole numbers keep all digits", async () => {
    const { session } = openSql({ "/app.db": await sqlite(app) });
    const result = await session.call("query_data", {
      sql: "SELECT max(id) AS id FROM app.users",
      files: { app: "app.db" },
    });
    expect(JSON.stringify(result.ok && result.output)).toContain(`"id":${big}`);
  });

  test("changes that are only in the log are read, if the policy allows the log", async () => {
    const files: Record<string, Uint8Array> = {};
    await bytesOf((path) => {
      const database = new DatabaseSync(path);
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; ${app}`);
      for (const [name, suffix] of [
        ["/app.db", ""],
        ["/app.db-wal", "-wal"],
      ] as const)
        files[name] = new Uint8Array(readFileSync(`${path}${suffix}`));
      database.close();
    });
    expect(await openSql(files).rows("SELECT count(*) AS n FROM users", { files: { app: "app.db" } })).toEqual([
      { n: 2 },
    ]);
    const policy = firstOf(deny({ under: "/app.db-wal" }), allow());
    const { fails } = openSql(files, { policy });
    expect(await fails({ sql: "SELECT * FROM users", files: { app: "app.db" } })).toMatchObject({
      code: "permission_denied",
    });
  });

  test("a table that is missing, a file that is damaged, a database without a table's name", async () => {
    const { fails } = openSql({ "/app.db": await sqlite(app), "/bad.db": "SQLite format 3\0 and nothing else" });
    const missing = await fails({ sql: "SELECT * FROM app.user", files: { app: "app.db" } });
    expect([missing.code, missing.hint]).toEqual(["not_found", "Its tables are empty table, orders, users."]);
    expect(await fails("SELECT * FROM 'app.db'")).toMatchObject({
      code: "ambiguous",
      hint: expect.stringContaining("files"),
    });
    expect(await fails("SELECT * FROM 'bad.db'")).toMatchObject({ code: "parse_error" });
  });
});

describe("DuckDB files", () => {
  test("tables, views and schemas are read, and nothing is written", async () => {
    const bytes = await duckdb(`CREATE TABLE t AS SELECT 1 AS a, 1.50::DECIMAL(9, 2) AS p; CREATE SCHEMA s;
      CREATE TABLE s.u AS SELECT 2 AS a; CREATE VIEW v AS SELECT a + 1 AS b FROM t`);
    const backend = memoryBackend({ files: { "/x.duckdb": bytes } });
    const { rows, output, fails } = openSql({}, { backend });
    const files = { x: "x.duckdb" };
    expect(await rows("SELECT t.a, p, v.b, u.a AS c FROM x.t, x.v, x.s.u", { files })).toEqual([
      { a: 1, p: 1.5, b: 2, c: 2 },
    ]);
    expect(await rows("SELECT a FROM x.main.t", { files })).toEqual([{ a: 1 }]);
    expect((await output({ files })).tables?.map(({ name }) => name)).toEqual(["t", "v", "s.u"]);
    expect(await fails({ sql: "INSERT INTO x.t VALUES (1, 2)", files })).toMatchObject({ code: "invalid_input" });
    expect((await backend.read("/x.duckdb" as never)).bytes).toEqual(bytes);
  });

  test("a view that reads another file does not reach it", async () => {
    const bytes = await duckdb("CREATE TABLE a (x INT); CREATE VIEW v AS SELECT * FROM read_text('/etc/hostname')");
    const { fails } = openSql({ "/x.duckdb": bytes });
    expect(await fails({ sql: "SELECT * FROM x.v", files: { x: "x.duckdb" } })).toMatchObject({
      code: "permission_denied",
    });
  });
});
