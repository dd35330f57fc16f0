import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { openSql, useEngine } from "../../_sql.fixture.ts";
import { duckdbCases } from "../cases/_duckdb-cases.fixture.ts";
import { startWasm } from "./_wasm-thread.fixture.ts";
import { wasmSql } from "./wasm-sql.ts";

useEngine(wasmSql(startWasm));
duckdbCases();

test("a file of a newer engine is unsupported, and the error says how to write it for older ones", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-test-"));
  const path = join(folder, "new.duckdb");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    // The engine of Node is newer than that of pages.
    await connection.run(
      `ATTACH '${path}' AS n (STORAGE_VERSION 'latest'); CREATE TABLE n.t AS SELECT 1 AS a; DETACH n`,
    );
    const { fails } = openSql({ "/new.duckdb": new Uint8Array(readFileSync(path)) });
    expect(await fails({ sql: "SELECT * FROM x.t", files: { x: "new.duckdb" } })).toMatchObject({
      code: "unsupported",
      message: expect.stringContaining("we can only read versions"),
      hint: expect.stringContaining("STORAGE_VERSION"),
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
});
