import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, type Policy } from "@holdall/tool-core";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openSql, shop } from "../../_sql.fixture.ts";

/** What no query may do, in any engine. */
export function confinedCases(): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-test-")));
  const secret = join(folder, "secret.csv");
  writeFileSync(secret, "word\nhunter2\n");
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Each names a file of the machine in a place that no policy was asked about, or leaves the query's room. */
  const attacks = [
    `SELECT * FROM read_text('${secret}')`,
    `SELECT * FROM read_blob('${secret}')`,
    `SELECT * FROM glob('${folder}/*')`,
    `SELECT * FROM query('FROM ''${secret}''')`,
    `SELECT * FROM query_table('${secret}')`,
    `SELECT * FROM sniff_csv('${secret}')`,
    `SELECT * FROM parquet_metadata('${secret}')`,
    `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('FROM ''${secret}'''))`,
    `SELECT * FROM read_csv('${folder}' || '/secret.csv')`,
    `SELECT * FROM read_csv(getvariable('x'))`,
    `SELECT * FROM read_csv((SELECT '${secret}'))`,
    `SELECT * FROM read_csv(['sales.csv', 'a' || 'b'])`,
    `SELECT * FROM read_csv('sales.csv', files = '${secret}')`,
    `SELECT * FROM read_csv('sales.csv', store_rejects = true)`,
    "SELECT * FROM read_csv('sales.csv', store_rejects := true)",
    "SELECT * FROM read_csv('sales.csv', filename => true)",
    `SELECT * FROM read_csv('sales.csv', '${secret}')`,
    `SELECT * FROM read_csv('sales.csv', nullstr = (SELECT content FROM read_text('${secret}')))`,
    `SELECT * FROM main.read_text('${secret}')`,
    `SELECT * FROM system.main.read_text('${secret}')`,
    `SELECT read_text('${secret}')`,
    `SELECT current_setting('allowed_paths')`,
    `SELECT getenv('PATH')`,
    `SELECT * FROM duckdb_settings()`,
    `SELECT * FROM duckdb_settings`,
    `SELECT * FROM duckdb_secrets()`,
    `SELECT * FROM pragma_database_size()`,
    `SELECT * FROM information_schema.schemata, pg_catalog.pg_settings`,
    `COPY (SELECT 1) TO '${folder}/out.csv'`,
    `COPY t FROM '${secret}'`,
    `ATTACH '${folder}/new.db'`,
    `INSTALL httpfs`,
    `LOAD '${folder}/x.duckdb_extension'`,
    `SET enable_external_access = true`,
    `SELECT 1; SET enable_external_access = true; FROM '${secret}'`,
    `PRAGMA enable_logging`,
    `EXPORT DATABASE '${folder}/dump'`,
    `IMPORT DATABASE '${folder}'`,
    `CREATE TABLE t AS FROM '${secret}'`,
    `CALL enable_logging()`,
    `EXPLAIN ANALYZE FROM '${secret}'`,
    `PREPARE p AS FROM '${secret}'`,
    `EXECUTE p`,
    `WITH "${secret}" AS (SELECT 1) SELECT * FROM (SELECT * FROM read_text('${secret}'))`,
  ] as const;

  test.each(attacks)("is refused: %s", async (sql) => {
    const result = await openSql(shop).session.call("query_data", { sql });
    expect(JSON.stringify(result)).not.toMatch(/hunter2|\/proc\/self|holdall-sql/);
    expect(result).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/^(permission_denied|invalid_input|not_found)$/) },
    });
  });

  describe("the policy", () => {
    /** The accesses that a policy was asked about, which allows all but some. */
    async function judgedOf(input: object, denied?: string) {
      const judged: string[] = [];
      const policy: Policy = ({ access }) => {
        judged.push(`${access?.action} ${access?.target}`);
        return access?.target === denied ? { effect: "deny", reason: "no" } : { effect: "allow" };
      };
      const { session } = openSql({ ...shop, "/d/a.csv": "a\n1\n", "/d/b.csv": "a\n2\n" }, { policy });
      return { judged, result: await session.call("query_data", input) };
    }

    test.each([
      ["FROM 'sales.csv'", ["read /sales.csv"]],
      ["SELECT (SELECT max(id) FROM '../sales.csv') FROM 'd/a.csv'", ["read /sales.csv", "read /d/a.csv"]],
      ["FROM read_csv(['d/a.csv', 'd/b.csv'])", ["read /d/a.csv", "read /d/b.csv"]],
      ["SELECT 1 WHERE EXISTS (FROM 'sales.csv')", ["read /sales.csv"]],
      [
        "FROM 'sales.csv' UNION ALL FROM 'sales.csv' ORDER BY (SELECT max(a) FROM 'd/b.csv')",
        ["read /sales.csv", "read /d/b.csv"],
      ],
      [
        "WITH x AS (FROM 'd/a.csv') SELECT * FROM x, LATERAL (SELECT * FROM 'd/b.csv' WHERE a > x.a)",
        ["read /d/a.csv", "read /d/b.csv"],
      ],
      ["FROM 'd/*.csv'", ["read /d", "read /d/a.csv", "read /d/b.csv"]],
    ])("is asked about every file of %s", async (sql, expected) => {
      const { judged } = await judgedOf({ sql });
      expect([...new Set(judged)].sort()).toEqual([...expected].sort());
      for (const access of expected) {
        const { result } = await judgedOf({ sql }, access.slice("read ".length));
        expect(result).toMatchObject({ ok: false, error: { code: "permission_denied" } });
      }
    });

    test("is asked about short names, and about the file that is written", async () => {
      const { judged } = await judgedOf({ sql: "SELECT 1", files: { s: "d/a.csv" }, output_path: "out.csv" });
      expect(judged).toEqual(["read /d/a.csv", "write /out.csv"]);
    });

    test("a common table expression does not stand for a file that is named elsewhere", async () => {
      const { judged, result } = await judgedOf({
        sql: 'SELECT * FROM (WITH "sales.csv" AS (SELECT 1) FROM "sales.csv") x, (SELECT * FROM \'sales.csv\')',
      });
      // The name is taken for the step in both places, so nothing was asked, and the engine opens nothing.
      expect(judged.filter((access) => access !== "undefined undefined")).toEqual([]);
      expect(result).toMatchObject({ ok: false, error: { code: "permission_denied" } });
    });
  });

  describe("on the disk", () => {
    const root = join(folder, "root");
    mkdirSync(root);
    writeFileSync(join(root, "in.csv"), "a\n1\n");
    writeFileSync(join(root, "in.json"), '[{"a":2}]');
    symlinkSync(secret, join(root, "link.csv"));
    symlinkSync(join(root, "in.csv"), join(root, "inner.csv"));
    mkdirSync(join(root, "sub"));

    const open = async (disk: boolean) => {
      const { nodeBackend } = await import("@holdall/backends-node");
      return openSql({}, { backend: nodeBackend({ roots: root }), disk, policy: allow() });
    };

    test.each([true, false])("files are read, links that lead out are not (opened in place: %s)", async (disk) => {
      const { rows, fails } = await open(disk);
      expect(await rows(`SELECT x.a, y.a AS b FROM '${root}/in.csv' x, '${root}/in.json' y`)).toEqual([{ a: 1, b: 2 }]);
      expect(await rows(`FROM '${root}/inner.csv'`)).toEqual([{ a: 1 }]);
      for (const path of [
        `${root}/link.csv`,
        `${root}/sub/../../secret.csv`,
        secret,
        "/proc/self/environ.csv",
        "/dev/stdin.csv",
      ])
        expect(await fails(`FROM '${path}'`), path).toMatchObject({
          code: expect.stringMatching(/permission_denied|not_found/),
        });
    });

    test("a file that becomes a link to another one while the query is prepared is not read", async () => {
      const { nodeBackend } = await import("@holdall/backends-node");
      const path = join(root, "swap.csv");
      writeFileSync(path, "a\n1\n");
      const disk = nodeBackend({ roots: root });
      const backend = {
        ...disk,
        async read(...given: Parameters<typeof disk.read>) {
          const found = await disk.read(...given);
          rmSync(path, { force: true });
          symlinkSync(secret, path);
          return found;
        },
      };
      const { session } = openSql({}, { backend, disk: true });
      const result = await session.call("query_data", { sql: `FROM '${path}'` });
      expect(JSON.stringify(result)).not.toContain("hunter2");
      expect(result.ok).toBe(false);
    });

    test("copies are gone after the call", async () => {
      const temporary = join(folder, "temporary");
      mkdirSync(temporary);
      vi.stubEnv("TMPDIR", temporary);
      const { fails, rows } = openSql(shop, { backend: memoryBackend({ files: shop }) });
      await rows("FROM 'sales.csv'");
      await fails("SELECT nope FROM 'sales.csv'");
      vi.unstubAllEnvs();
      // The engine is closed after the answer, and they go with it.
      await expect.poll(() => readdirSync(temporary)).toEqual([]);
    });
  });
}
