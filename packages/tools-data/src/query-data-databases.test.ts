import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { allow, deny, firstOf } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { openSql } from "./_sql.fixture.ts";
import { bytesOf, duckdbCases } from "./sql/cases/_duckdb-cases.fixture.ts";

const big = "9223372036854775807";

const sqlite = (sql: string) =>
  bytesOf((path) => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
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

duckdbCases();
