import { registerHooks } from "node:module";
import { expect, test } from "vitest";
import { openSql } from "./_sql.fixture.ts";

test("without the engine, the error says what to install, before anybody is asked", async () => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "@duckdb/node-api") throw new Error("not installed");
      return next(specifier, context);
    },
  });
  try {
    const asked: unknown[] = [];
    const { fails } = openSql(undefined, {
      policy: ({ access }) => {
        asked.push(access);
        return { effect: "allow" };
      },
    });
    const { code, hint } = await fails("SELECT * FROM 'sales.csv'");
    const expected = "Ask the user to run npm install @duckdb/node-api, or use aggregate_data and filter_data.";
    expect([code, hint, asked]).toEqual(["unavailable", expected, []]);
  } finally {
    hooks.deregister();
  }
});
