import { expect, test } from "vitest";
import { openSql } from "../../_sql.fixture.ts";

/** Queries of a session, in any engine. */
export function sessionCases(): void {
  test("calls at the same time each get their own rows, and their own errors", async () => {
    const { rows, fails } = openSql();
    const calls = Array.from({ length: 12 }, async (_, i) => {
      if (i % 4 === 3) return (await fails(`SELECT nope${i} FROM 'sales.csv'`)).message.includes(`"nope${i}"`);
      return rows(`SELECT ${i} AS i, count(*) AS n FROM 'sales.csv', range(${i + 1})`);
    });
    const expected = Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? true : [{ i, n: 3 * (i + 1) }]));
    expect(await Promise.all(calls)).toEqual(expected);
  });

  test("a session that ends closes its engine", async () => {
    const { session, rows } = openSql();
    await rows("SELECT 1 AS a");
    await session.close();
    expect(await session.call("query_data", { sql: "SELECT 1 AS a" })).toMatchObject({ ok: false });
  });
}
