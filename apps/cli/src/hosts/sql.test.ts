import { describe, expect, test } from "vitest";
import { type Call, makeProject, type Setting } from "./host.fixture.ts";
import { hosts } from "./hosts.fixture.ts";

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
