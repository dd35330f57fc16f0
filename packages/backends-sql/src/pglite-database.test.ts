import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { afterAll, describe } from "vitest";
import { openPglite } from "./fixtures/_pglite.fixture.ts";
import { openPostgres } from "./fixtures/_shared-postgres.fixture.ts";
import { sqlCases } from "./fixtures/_sql-cases.fixture.ts";
import { pgliteDatabase } from "./pglite-database.ts";
import { searchCases } from "./search/search-cases.fixture.ts";
import { sqlBackend } from "./sql-backend.ts";

// One instance for all cases, as its start takes its time; every case has a table of its own.
const client = await openPglite();
let tables = 0;
const fresh = () => `case_${++tables}`;
const database = () => pgliteDatabase({ client });
afterAll(() => client.close());

// The same SQL keeps the contract on Postgres, where there is one.
const isOnPostgres = typeof (await openPostgres()) !== "string";
if (!isOnPostgres || process.env.HOLDALL_STRESS)
  describeBackend("PGlite", () => {
    const table = fresh();
    const open = () => sqlBackend({ db: database(), table });
    return { backend: open(), root: toPath("/"), reopen: async () => open() };
  });

describe("files on PGlite", () => sqlCases(database, fresh));
describe("searches on PGlite", () => searchCases(database, fresh));
