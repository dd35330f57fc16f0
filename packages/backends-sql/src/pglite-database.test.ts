import { PGlite } from "@electric-sql/pglite";
import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { afterAll, beforeAll, describe } from "vitest";
import { sqlCases } from "./_sql-cases.fixture.ts";
import { pgliteDatabase } from "./pglite-database.ts";
import { searchCases } from "./search/search-cases.fixture.ts";
import { sqlBackend } from "./sql-backend.ts";

// One instance for all cases, as its start takes seconds; every case has a table of its own.
const client = new PGlite();
let tables = 0;
const fresh = () => `case_${++tables}`;
const database = () => pgliteDatabase({ client });
beforeAll(() => client.waitReady, 60_000);
afterAll(() => client.close());

describeBackend("PGlite", () => {
  const table = fresh();
  const open = () => sqlBackend({ db: database(), table });
  return { backend: open(), root: toPath("/"), reopen: async () => open() };
});

describe("files on PGlite", () => sqlCases(database, fresh));
describe("searches on PGlite", () => searchCases(database, fresh));
