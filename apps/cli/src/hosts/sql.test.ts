import { pgDatabase } from "@holdall/backends-sql/pg";
import { describe, expect, test } from "vitest";
// By path: the server that the tests of its package use.
import { openPostgres } from "../../../../packages/backends-sql/src/fixtures/_shared-postgres.fixture.ts";
import { type Call, makeProject, type Setting } from "./host.fixture.ts";
import { hosts } from "./hosts.fixture.ts";

const server = await openPostgres();
// There is no server to test against; the name says why.
if (typeof server === "string") test.skip(`databases in every host (skipped: ${server})`, () => {});
else {
  const db = pgDatabase({ url: server.url, max: 1 });
  await db.query("CREATE TABLE IF NOT EXISTS goods (id bigint, price numeric)");
  await db.query("INSERT INTO goods SELECT 9007199254740993, 1.10 WHERE NOT EXISTS (SELECT FROM goods)");
  await db[Symbol.asyncDispose]?.();
  const sql = "SELECT id, price FROM goods";

  test.each(hosts)("$name queries a database that the user has configured, when the user agrees", async (host) => {
    using project = makeProject();
    const [listed, answer, written, read, refused, address] = await host.run(
      [
        ["query_data", { database: "shop" }],
        ["query_data", { database: "shop", sql }],
        ["query_data", { database: "shop", sql, output_path: "goods.csv" }],
        ["read_file", { path: "goods.csv" }],
        ["query_data", { database: "shop", sql: "WITH gone AS (DELETE FROM goods RETURNING 1) SELECT 1" }],
        ["query_data", { database: server.url, sql }],
      ],
      { project, answers: [true], database: server.url },
    );
    expect(listed?.text).toContain("goods");
    expect(answer?.text).toMatch(/9007199254740993\t1\.10/);
    expect(written?.code).toBe("ok");
    expect(read?.text).toContain("9007199254740993,1.10");
    expect([refused?.code, address?.code]).toEqual(["invalid_input", "not_found"]);
  });

  test.each(hosts)("$name asks, and a rule answers by the name of the database", async (host) => {
    using project = makeProject();
    const call = [["query_data", { database: "shop", sql }]] as const;
    const setting = { project, answers: [false], database: server.url };
    expect((await host.run(call, setting))[0]?.code).toBe("permission_denied");
    const allowed = { ...setting, policy: { allow: ["query_data(database:shop)"] } };
    expect((await host.run(call, allowed))[0]?.code).toBe("ok");
    const denied = { ...setting, answers: [true], policy: { deny: ["query_data(database:shop)"] } };
    expect((await host.run(call, denied))[0]?.code).toBe("permission_denied");
  });
}

describe.each(hosts)("$name", (host) => {
  const run = async (calls: readonly Call[], setting: Partial<Setting> = {}) => {
    using project = makeProject();
    project.put("sales.csv", "city,price\nRome,1.10\nOslo,2.20\nRome,3.30\n");
    project.put("cities.json", '[{"city":"Rome","country":"IT"},{"city":"Oslo","country":"NO"}]');
    return await host.run(calls, { project, answers: [true], ...setting });
  };
  const join = `SELECT country, sum(price) AS total FROM 'sales.csv' JOIN 'cities.json' USING (city) GROUP BY country ORDER BY 2 DESC`;

  test("SQL over files of the project is answered, and written where it is asked for", async () => {
    const [answer, written, read] = await run([
      ["query_data", { sql: join }],
      ["query_data", { sql: join, output_path: "out.csv" }],
      ["read_file", { path: "out.csv" }],
    ]);
    expect([answer?.code, written?.code]).toEqual(["ok", "ok"]);
    expect(answer?.text).toContain("4.40");
    expect(read?.text).toContain("IT,4.40");
  });

  test("files outside of the project, and statements that are not SELECT, are refused", async () => {
    const outcomes = await run([
      ["query_data", { sql: "SELECT * FROM '/etc/passwd.csv'" }],
      ["query_data", { sql: "SELECT * FROM read_text('/etc/passwd')" }],
      ["query_data", { sql: "COPY (SELECT 1) TO 'x.csv'" }],
      ["query_data", { sql: "SELECT * FROM '.git/config.csv', '../secret.csv'" }],
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([
      "permission_denied",
      "permission_denied",
      "invalid_input",
      "permission_denied",
    ]);
    for (const { text } of outcomes) expect(text).not.toContain("root:");
  });
});
