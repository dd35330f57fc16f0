import fc from "fast-check";
import { expect, test } from "vitest";
// By path: the database that the tests of its package use.
import { openPglite } from "../../../../backends-sql/src/fixtures/_pglite.fixture.ts";
import { readPostgresSql } from "./read-postgres-sql.ts";

/** Pieces with which a call can be hidden in text, names and comments. */
const pieces =
  `'|''|"|E'|e'|n'|b'|U&'|\\|\\'|\n|\n'|'\n'|/*|*/|--|--\n|$$|$a$|$a|$|1|x|marker()|MARKER ()|"marker"()|, |,marker(),| || |::text|a$`.split(
    "|",
  );

/** Pieces that are likely to give a query that the server accepts. */
const wholes = [
  " || marker()",
  ", marker()",
  "'b'",
  " || 'b",
  " || E'b",
  " || E'b'",
  "' || marker() || '",
  "\n'\\' || ', marker(), '",
  " || E'b'\n'\\' || ', marker(), '",
  "' --",
  " /* ' */",
  " || $a$'$a$",
  ' AS "\'"',
];

test("a function that the server would call is always seen", { timeout: 60_000 }, async () => {
  const client = await openPglite();
  await client.exec(
    "CREATE FUNCTION marker() RETURNS text LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'it was called'; END $f$",
  );
  let called = 0;
  const query = fc
    .array(fc.constantFrom(...pieces, ...wholes, ...wholes), { minLength: 1, maxLength: 9 })
    .map((some) => `SELECT 'a' ${some.join("")}`);
  await fc.assert(
    fc.asyncProperty(query, async (sql) => {
      const message = await client.query(`SELECT * FROM (\n${sql}\n) AS q`).then(
        () => "",
        (error: Error) => error.message,
      );
      if (!message.includes("it was called")) return;
      called++;
      let calls: readonly string[];
      try {
        calls = readPostgresSql(sql).calls;
      } catch {
        return; // refused
      }
      expect(calls).toContain("marker");
    }),
    { numRuns: 8_000, seed: 7 },
  );
  await client.close();
  expect(called).toBeGreaterThan(30);
});

test.each([
  ["SELECT count(*) FROM t -- sleep(1)", ["count"]],
  ["SELECT 'it''s(1)', \"a b\"(1), c . D /* ( */ (2)", ["a b", "d"]],
  ["WITH t(a) AS (VALUES (1)) SELECT $x$ f(1) $x$ FROM t", ["t", "as", "values"]],
])("%s", (sql, calls) => {
  expect(readPostgresSql(sql).calls).toEqual(calls);
});
