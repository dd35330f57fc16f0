import { ToolError } from "@holdall/tool-core";
import type { QueryDatabase, SqlStatements } from "./query-database.ts";

interface ReadOnlyOptions {
  readonly time: number;
  readonly signal: AbortSignal;
}

/** Milliseconds to wait for a lock that another transaction holds. */
const lockTimeout = 5_000;

/**
 * Run `work` in a read-only transaction that sees one state of the data, has limits of time, and is rolled back at its end, so
 * that no setting is left to the next user of the connection.
 */
export async function readOnly<T>(
  { db, schemas = ["public"] }: QueryDatabase,
  { time, signal }: ReadOnlyOptions,
  work: (session: SqlStatements, isSuperuser: boolean) => Promise<T>,
): Promise<T> {
  const finished = new Error("The transaction is rolled back.");
  let done: { readonly value: T } | undefined;
  try {
    await db.transaction(
      async (session) => {
        await session.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        const path = ["pg_catalog", ...schemas, "pg_temp"].map((each) => `"${each.replaceAll('"', '""')}"`).join(", ");
        const settings = {
          statement_timeout: time,
          lock_timeout: Math.min(time, lockTimeout),
          idle_in_transaction_session_timeout: time + lockTimeout,
          search_path: path,
          TimeZone: "UTC",
          DateStyle: "ISO",
          standard_conforming_strings: "on",
          extra_float_digits: 1,
          bytea_output: "hex",
        };
        const calls = Object.keys(settings).map((key, i) => `set_config('${key}', $${i + 1}, true)`);
        await session.query(`SELECT ${calls.join(", ")}`, Object.values(settings).map(String));
        const [role] = await session.query<{ superuser: string }>(
          "SELECT current_setting('is_superuser') AS superuser, current_setting('transaction_read_only') AS read_only WHERE current_setting('transaction_read_only') = 'on'",
        );
        if (!role) throw new ToolError("unavailable", "The transaction is not read-only.", { hint: "Tell the user." });
        done = { value: await work(session, role.superuser === "on") };
        throw finished;
      },
      { signal },
    );
  } catch (error) {
    if (error !== finished || !done) throw error;
  }
  return done!.value;
}

/** Volatile functions that change nothing; the last two are methods of TABLESAMPLE. */
const harmless = new Set(
  "random random_normal clock_timestamp timeofday gen_random_uuid uuidv4 uuidv7 uuid_generate_v4 system bernoulli".split(
    " ",
  ),
);
/** Functions of extensions that run a text as SQL and are not declared volatile. */
const runners = /^(crosstab\w*|connectby)$/;

/**
 * Throws `permission_denied` for functions that the server declares volatile: they wait, lock, read the server's files, send
 * signals, open connections or run text as SQL, which a read-only transaction does not prevent.
 */
export async function checkFunctions(session: SqlStatements, calls: readonly string[]): Promise<void> {
  const found = await session.query<{ name: string }>(
    "SELECT DISTINCT proname::text AS name FROM pg_catalog.pg_proc WHERE provolatile = 'v' AND proname::text IN (SELECT json_array_elements_text($1::text::json))",
    [JSON.stringify(calls)],
  );
  const shut = [...found.map(({ name }) => name), ...calls.filter((name) => runners.test(name))].find(
    (name) => !harmless.has(name),
  );
  if (shut === undefined) return;
  throw new ToolError("permission_denied", `The function ${shut.slice(0, 63)} is not available in a query.`, {
    hint: "Functions that the database declares volatile do not run, because they can do more than read. Query tables; a function of your own that only reads is declared STABLE.",
  });
}
