import { describe, expect, test } from "vitest";
import { openSql } from "../../_sql.fixture.ts";

/** Results keep all digits, in any engine. */
export function exactCases(): void {
  describe("results are exact", () => {
    const text = async (files: Readonly<Record<string, string>>, sql: string) => {
      const result = await openSql(files).session.call("query_data", { sql });
      if (!result.ok) throw result.error;
      return JSON.stringify((result.output as { readonly rows: unknown }).rows);
    };
    const prices = Array.from({ length: 300 }, (_, i) => `${i},${(i / 100 + 0.07).toFixed(2)}`).join("\n");

    test.each([
      ["sums of decimals", { "/a.csv": `id,p\n${prices}\n` }, "SELECT sum(p) AS s FROM 'a.csv'", '[{"s":469.50}]'],
      ["decimals in JSON", { "/a.json": '[{"p":0.1},{"p":0.2}]' }, "SELECT sum(p) AS s FROM 'a.json'", '[{"s":0.3}]'],
      [
        "large numbers in CSV",
        { "/a.csv": "n\n12345678901234567890\n1\n" },
        "SELECT sum(n) AS s FROM 'a.csv'",
        '[{"s":12345678901234567891}]',
      ],
      [
        "large numbers in JSON",
        { "/a.jsonl": '{"n":9007199254740993}\n{"n":123456789012345678901}\n' },
        "SELECT n FROM 'a.jsonl'",
        '[{"n":9007199254740993},{"n":123456789012345678901}]',
      ],
      [
        "in lists and structures",
        { "/a.jsonl": '{"n":9007199254740993}\n' },
        "SELECT [n] AS l, {'a': n} AS s FROM 'a.jsonl'",
        '[{"l":[9007199254740993],"s":{"a":9007199254740993}}]',
      ],
      [
        "constants of a query",
        {},
        "SELECT 12345678901234567890123 AS n, 1.10 AS d, 'é''x' AS t",
        `[{"n":12345678901234567890123,"d":1.10,"t":"é'x"}]`,
      ],
      [
        "dates that could be read in two ways",
        { "/a.csv": "d\n01/02/2024\n" },
        "SELECT d FROM 'a.csv'",
        '[{"d":"01/02/2024"}]',
      ],
      [
        "times with zones are in UTC",
        { "/a.csv": "t\n2024-01-01T01:00:00+02:00\n" },
        "SELECT t::TIMESTAMP AS t FROM 'a.csv'",
        '[{"t":"2023-12-31 23:00:00"}]',
      ],
      [
        "a key named like a method",
        { "/a.json": '[{"__proto__":1,"constructor":2}]' },
        "SELECT * FROM 'a.json'",
        '[{"__proto__":1,"constructor":2}]',
      ],
    ])("%s", async (_, files, sql, expected) => {
      expect(await text(files, sql)).toBe(expected);
    });
  });
}
