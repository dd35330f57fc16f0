import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { memoryBackend } from "@holdall/backends-memory";
import { describe, expect, test } from "vitest";
import { openSql } from "../../_sql.fixture.ts";

/** The bytes of a file that `fill` makes. */
export async function bytesOf(fill: (path: string) => unknown, name = "file"): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "holdall-test-"));
  try {
    await fill(join(folder, "file"));
    return new Uint8Array(readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The bytes of a DuckDB file. */
export const duckdb = (sql: string) =>
  bytesOf(async (path) => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
  });

/** DuckDB files, which are read-only, in any engine. */
export function duckdbCases(): void {
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

    test("a file that is damaged or in use: the error says so and what to do", async () => {
      const bytes = await duckdb("CREATE TABLE t AS SELECT 1 AS a");
      const damaged = bytes.slice();
      damaged.fill(7, 4096, 12_288);
      const { fails } = openSql({
        "/damaged.duckdb": damaged,
        "/cut.duckdb": bytes.slice(0, 5_000),
        "/used.duckdb": bytes,
        "/used.duckdb.wal": "changes",
      });
      const failed = async (name: string) => fails({ sql: "SELECT * FROM x.t", files: { x: `${name}.duckdb` } });
      expect(await failed("damaged")).toMatchObject({ code: "parse_error", hint: expect.stringContaining("copy") });
      expect(await failed("cut")).toMatchObject({
        code: "parse_error",
        message: "/cut.duckdb is not a whole DuckDB file.",
      });
      expect(await failed("used")).toMatchObject({ code: "unavailable", hint: expect.stringContaining("close") });
    });
  });
}
