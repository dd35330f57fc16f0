import { pgliteDatabase } from "@holdall/backends-sql/pglite";
import { openPglite } from "../../backends-sql/src/fixtures/_pglite.fixture.ts";
import { tappedDatabase } from "./_tapped-database.fixture.ts";
import { describeDurableEngine } from "./conformance/index.ts";
import { pgBossEngine } from "./pg-boss-engine.ts";

const lease = 60_000;

describeDurableEngine("pg-boss on PGlite", async () => {
  const client = await openPglite();
  const db = pgliteDatabase({ client });
  let ahead = 0;
  return {
    lease,
    open: (tap) => pgBossEngine({ db: tap ? tappedDatabase(db, tap) : db, lease, poll: 20, clockOffset: () => ahead }),
    moveClock(ms) {
      ahead += ms;
    },
    stop: () => client.close(),
  };
});
