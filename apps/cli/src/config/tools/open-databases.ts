import type { FamilyOptions } from "@holdall/presets";
import { ToolError } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import type { UsageError } from "../../usage-error.ts";
import { databaseAddress } from "./database-address.ts";
import type { FoundDatabase } from "./find-databases.ts";

type Options = NonNullable<FamilyOptions["databases"]>;

interface Databases extends AsyncDisposable {
  readonly options: Options;
  /** Addresses and passwords, which are hidden. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Databases that were found, connected to with the first query. Where an address is missing or wrong, queries of that database
 * fail with `unavailable`, which says why without showing it.
 */
export async function openDatabases(
  found: readonly FoundDatabase[],
  env: NodeJS.ProcessEnv,
  secrets?: Secrets,
): Promise<Databases> {
  const { pgDatabase } = await import("@holdall/backends-sql/pg");
  const opened = found.map((each) => {
    const { max_rows: maxRows, timeout, schemas } = each.database;
    const { url, problem } = databaseAddress(each, env, secrets);
    const pool = url === undefined || problem ? undefined : pgDatabase({ url, max: 2 });
    const db = pool ?? unusable(each.name, problem);
    const options = { db, maxRows, timeout: timeout === undefined ? undefined : timeout * 1_000, schemas };
    return { name: each.name, options, pool, url };
  });
  return {
    options: Object.fromEntries(opened.map(({ name, options }) => [name, options])),
    secrets: Object.fromEntries(opened.flatMap(({ name, url }) => hiddenOf(name, url))),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map(({ pool }) => pool?.[Symbol.asyncDispose]?.()));
    },
  };
}

/** A database whose queries all fail. */
const unusable = (name: string, problem: UsageError | undefined): Options[string]["db"] => ({
  async transaction() {
    throw new ToolError("unavailable", `The database ${name} has no address to connect to: ${problem?.message}`, {
      hint: `Tell the user${problem?.hint ? `: ${problem.hint}` : " to correct its address."} holdall doctor lists the databases.`,
    });
  },
});

function hiddenOf(name: string, url: string | undefined): [string, string][] {
  if (url === undefined) return [];
  const { password = "", searchParams } = URL.canParse(url) ? new URL(url) : {};
  const spellings = new Set([decoded(password), searchParams?.get("password") ?? ""]);
  const hidden = [...spellings].filter((each) => each !== "");
  return [
    [`databases.${name}.url`, url],
    ...hidden.map((each, i): [string, string] => [`databases.${name}.password${i === 0 ? "" : i + 1}`, each]),
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}
