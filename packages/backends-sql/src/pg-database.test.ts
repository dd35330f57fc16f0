import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { Pool } from "pg";
import { afterAll, describe, test } from "vitest";
import { postgresCases } from "./fixtures/_postgres-cases.fixture.ts";
import { openPostgres } from "./fixtures/_shared-postgres.fixture.ts";
import { sqlCases } from "./fixtures/_sql-cases.fixture.ts";
import { pgDatabase } from "./pg-database.ts";
import { searchCases } from "./search/search-cases.fixture.ts";
import { sqlBackend } from "./sql-backend.ts";

const server = await openPostgres();

if (typeof server === "string") {
  // There is nothing to test against; the name says why.
  test.skip(`Postgres keeps the backend contract (skipped: ${server})`, () => {});
} else {
  const { url } = server;
  const pool = new Pool({ connectionString: url, max: 12 }).on("error", () => {});
  const unique = `${process.pid}_${Date.now().toString(36)}`;
  let tables = 0;
  const fresh = () => `case_${unique}_${++tables}`;
  afterAll(() => pool.end());

  describeBackend("Postgres", () => {
    const table = fresh();
    return {
      backend: sqlBackend({ db: pgDatabase({ pool }), table }),
      root: toPath("/"),
      reopen: async () => sqlBackend({ db: pgDatabase({ url }), table }),
    };
  });

  describe("files on Postgres", () => sqlCases(() => pgDatabase({ pool }), fresh));
  describe("searches on Postgres", () => searchCases(() => pgDatabase({ pool }), fresh));
  describe("connections to Postgres", () => postgresCases(pool, url, fresh));
}
