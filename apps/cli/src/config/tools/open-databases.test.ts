import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { configSchema } from "../read/schema.ts";
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

test("what is no address is refused without showing it", async () => {
  await expect(open({ shop: { url: `\${SHOP_URL}` } })).rejects.toThrow("SHOP_URL is not set");
  const wrong = open({ shop: { url: "mysql://me:geheim@h/d" } });
  await expect(wrong).rejects.toThrow("not the address of a Postgres database");
  await expect(wrong).rejects.not.toThrow("geheim");
  expect(() => configSchema.parse({ databases: { "a:b": { url } } })).toThrow("lower case letters");
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
    await expect(open(undefined)).rejects.toThrow(`${own}: stock.url: STOCK_URL is not set`);
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
