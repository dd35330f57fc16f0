import { expect, test } from "vitest";
import { configSchema } from "../read/schema.ts";
import { openDatabases } from "./open-databases.ts";

const open = (databases: unknown, env: NodeJS.ProcessEnv = {}) =>
  openDatabases({ file: "holdall.config.yaml", config: configSchema.parse({ databases }) }, env);
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
