import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkDatabases } from "../../doctor/check-databases.ts";
import { runCommand } from "../../fixtures/command.fixture.ts";
import { configSchema } from "../read/schema.ts";
import type { Settings } from "../read/settings.ts";
import { findDatabases, ownDatabases } from "./find-databases.ts";
import { openDatabases } from "./open-databases.ts";

/** A folder of the user without any file, unless a test writes one. */
const folder = mkdtempSync(join(tmpdir(), "holdall-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const home = { XDG_CONFIG_HOME: folder };

const find = (databases?: unknown) =>
  findDatabases({ file: "holdall.config.yaml", config: configSchema.parse({ databases }) }, home);
const open = async (databases: unknown, env: NodeJS.ProcessEnv = {}) => openDatabases(await find(databases), env);
const url = "postgres://me:ge%20heim@db.example/shop";

test("an address comes from the environment or the file, and it and its password are hidden", async () => {
  await using made = await open(
    { shop: { url: `\${SHOP_URL}`, max_rows: 10, timeout: 2 }, local: { url: "postgres:///x?host=/tmp" } },
    { SHOP_URL: url },
  );
  expect(made.options).toMatchObject({ shop: { maxRows: 10, timeout: 2_000, db: { name: "postgres" } }, local: {} });
  expect(Object.values(made.secrets)).toEqual([url, "ge heim", "postgres:///x?host=/tmp"]);
});

/** How a query of a database fails. */
async function failure(databases: unknown, name: string, env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  await using made = await open(databases, env);
  return made.options[name]?.db.transaction(async () => undefined).catch((error: unknown) => error);
}

test("a variable that is not set fails the queries of its database only", async () => {
  const databases = { shop: { url: `\${SHOP_URL}` }, stock: { url } };
  expect(await failure(databases, "shop")).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("databases.shop.url: SHOP_URL is not set"),
    hint: expect.stringContaining("Set SHOP_URL."),
  });
  await using made = await open(databases);
  expect(made.options.stock?.db).toMatchObject({ name: "postgres" });
});

test("what is no address is refused without showing it, and hidden", async () => {
  const wrong = "mysql://me:geheim@h/d";
  const failed = await failure({ shop: { url: wrong } }, "shop");
  expect(failed).toMatchObject({ code: "unavailable" });
  expect(String(failed)).toContain("not the address of a Postgres database");
  expect(`${failed} ${(failed as { hint?: string }).hint}`).not.toContain("geheim");
  await using made = await open({ shop: { url: wrong } });
  expect(Object.values(made.secrets)).toEqual([wrong, "geheim"]);
  expect(await failure({ shop: { url: "secret:NONE" } }, "shop")).toMatchObject({
    message: expect.stringContaining("there is no secret NONE"),
  });
  expect(() => configSchema.parse({ databases: { "a:b": { url } } })).toThrow("lower case letters");
});

test("doctor lists databases by name, says what is missing, and shows no address", async () => {
  const databases = {
    shop: { url: `\${SHOP_URL}` },
    stock: { url: `\${NO_URL}` },
    local: { url },
    safe: { url: "secret:NONE" },
  };
  const config = configSchema.parse({ databases });
  const file = "holdall.config.yaml";
  const settings = { file, config, cwd: folder, root: folder, isNamed: true, ignored: [] } as unknown as Settings;
  const findings = await checkDatabases(settings, undefined, { ...home, SHOP_URL: url });
  expect(findings).toMatchObject([
    { name: "database:shop", state: "works", text: expect.stringContaining(`SHOP_URL, by ${file}`) },
    {
      name: "database:stock",
      state: "missing",
      text: expect.stringContaining("NO_URL is not set"),
      fix: "Set NO_URL.",
    },
    { name: "database:local", state: "works", text: expect.stringContaining("from the file") },
    { name: "database:safe", state: "missing", text: expect.stringContaining("no secret NONE") },
  ]);
  expect(JSON.stringify(findings)).not.toMatch(/ge%20heim|ge heim|db\.example/);
});

test("the user's own file adds databases to those of a configuration, which wins a name", async () => {
  const own = ownDatabases(home);
  mkdirSync(dirname(own), { recursive: true });
  writeFileSync(own, `shop: { url: "${url}" }\nstock: { url: "\${STOCK_URL}", max_rows: 5 }\n`, { mode: 0o600 });
  try {
    expect(await find()).toMatchObject([
      { name: "shop", file: own },
      { name: "stock", file: own, database: { max_rows: 5 } },
    ]);
    expect(await find({ shop: { url: "postgres:///x" } })).toMatchObject([
      { name: "shop", file: "holdall.config.yaml" },
      { name: "stock", file: own },
    ]);
    expect(String(await failure(undefined, "stock"))).toContain(`${own}: stock.url: STOCK_URL is not set`);
    writeFileSync(own, "shop: { url: 3 }\n");
    await expect(find()).rejects.toThrow("shop.url");
    // Windows has no such permissions.
    if (process.platform !== "win32") {
      chmodSync(own, 0o666);
      await expect(find()).rejects.toThrow(/is not used/);
    }
  } finally {
    rmSync(own);
  }
});

test("holdall call reads files, queries of a database without its variable fail, and doctor says why", async () => {
  const own = ownDatabases(home);
  mkdirSync(dirname(own), { recursive: true });
  writeFileSync(own, `shop: { url: "\${NO_SHOP_URL}" }\n`, { mode: 0o600 });
  const project = mkdtempSync(join(folder, "project-"));
  writeFileSync(join(project, "a.txt"), "The text.\n");
  const run = async (...argv: string[]) => {
    const { out } = await runCommand(argv, { cwd: project, env: { ...home, PATH: "" } });
    return JSON.parse(out);
  };
  expect(await run("call", "read_file", '{"path":"a.txt"}')).toMatchObject({ ok: true });
  expect(await run("call", "query_data", '{"database":"shop"}', "--yes")).toMatchObject({
    ok: false,
    error: { code: "unavailable", message: expect.stringContaining("NO_SHOP_URL is not set") },
  });
  expect(await run("doctor", "--json")).toContainEqual({
    name: "database:shop",
    state: "missing",
    text: `${own}: shop.url: NO_SHOP_URL is not set.`,
    fix: "Set NO_SHOP_URL.",
  });
});

test("a stray percent sign in a password stops nothing", async () => {
  await using made = await open({ shop: { url: "postgres://me:100%@db.example/shop?password=ge" } });
  expect(Object.values(made.secrets).slice(1)).toEqual(["100%", "ge"]);
});
