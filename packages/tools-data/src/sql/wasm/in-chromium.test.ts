import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
// By path: the browser that its own tests use.
import { chromiumPath, launch, noChromium } from "../../../../backends-opfs/src/_browser.fixture.ts";
import { duckdb } from "../cases/_duckdb-cases.fixture.ts";
import type { SqlPage } from "./_page.fixture.ts";

declare const holdall: SqlPage;

type Context = Awaited<ReturnType<typeof launch>>["context"];
type Page = Awaited<ReturnType<Context["newPage"]>>;

const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".wasm": "application/wasm" };
const dist = "@duckdb/duckdb-wasm/dist";
const code = `import module from "${dist}/duckdb-eh.wasm?url";
import worker from "${dist}/duckdb-browser-eh.worker.js?url";
import { offerSql } from "../../src/sql/wasm/_page.fixture.ts";
offerSql(module, worker);
`;

const endless = "SELECT count(*) FROM range(1000000000) a, range(1000000) b";
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

let folder: string;
let server: Server;
let close: () => Promise<void>;
let page: Page;

const query = (input: object, files: Readonly<Record<string, string>> = {}, time?: number) =>
  page.evaluate(([given, held, limit]) => holdall.query(given, held, limit), [input, files, time] as const);

/** Do `work`, and wait until a thread of the page has ended. */
async function endingThread<T>(work: () => Promise<T>): Promise<T> {
  let ended = 0;
  const count = () => ended++;
  const watch = (worker: ReturnType<Page["workers"]>[number]) => worker.on("close", count);
  for (const worker of page.workers()) watch(worker);
  page.on("worker", watch);
  try {
    const value = await work();
    await expect.poll(() => ended).toBeGreaterThan(0);
    return value;
  } finally {
    page.off("worker", watch);
    for (const worker of page.workers()) worker.off("close", count);
  }
}

if (!chromiumPath) {
  // Nothing to run it in.
  test.skip(`SQL in a browser: ${noChromium}`, () => {});
} else {
  beforeAll(async () => {
    folder = mkdtempSync(join(import.meta.dirname, "../../../node_modules/.page-"));
    writeFileSync(join(folder, "index.html"), '<!doctype html><script type="module" src="./page.ts"></script>');
    writeFileSync(join(folder, "page.ts"), code);
    await build({
      root: folder,
      logLevel: "error",
      configFile: false,
      build: { target: "es2023", minify: false, outDir: "out", reportCompressedSize: false },
    });
    server = createServer(async ({ url = "/" }, response) => {
      const file = join(folder, "out", url === "/" ? "index.html" : url);
      const bytes = await readFile(file).catch(() => undefined);
      response.writeHead(bytes ? 200 : 404, { "content-type": types[extname(file)] ?? "text/html" });
      response.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const browser = await launch("in memory");
    close = browser.close;
    page = await browser.context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => "holdall" in globalThis);
    expect(await query({ sql: "SELECT 1 AS a" })).toEqual({ code: "ok", rows: [{ a: 1 }] });
  }, 60_000);

  afterAll(async () => {
    await close?.();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("a query that is too slow ends with its thread, and the next one works", async () => {
    const value = await endingThread(() => query({ sql: endless }, {}, 200));
    expect(value).toMatchObject({ code: "timeout", message: "The query was stopped after 0.2 s." });
    expect(await query({ sql: "SELECT 2 AS a" })).toEqual({ code: "ok", rows: [{ a: 2 }] });
  }, 60_000);

  test("a canceled query ends with its thread, and the next one works", async () => {
    const value = await endingThread(() => page.evaluate((sql) => holdall.cancel(sql), endless));
    expect(value).toMatchObject({ code: "aborted" });
    expect(await query({ sql: "SELECT 3 AS a" })).toEqual({ code: "ok", rows: [{ a: 3 }] });
  }, 60_000);

  test("tables of a DuckDB file are read and joined with CSV, and an SQLite file says what to do", async () => {
    const files = {
      "/x.duckdb": base64(await duckdb("CREATE TABLE t AS SELECT 1 AS a, 1.50::DECIMAL(9, 2) AS p")),
      "/names.csv": base64(Buffer.from("a,name\n1,José\n")),
      "/app.db": base64(Buffer.from("SQLite format 3\0")),
    };
    const sql = "SELECT name, p FROM x.t JOIN 'names.csv' USING (a)";
    expect(await query({ sql, files: { x: "x.duckdb" } }, files)).toMatchObject({
      code: "ok",
      rows: [{ name: "José" }],
    });
    expect(await query({ sql: "SELECT * FROM app.users", files: { app: "app.db" } }, files)).toMatchObject({
      code: "unavailable",
      hint: expect.stringContaining("sqlite3 -header -csv app.db"),
    });
  }, 60_000);
}
