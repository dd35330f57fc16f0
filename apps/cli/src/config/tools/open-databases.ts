import type { FamilyOptions } from "@holdall/presets";
import type { SecretPlace, Secrets } from "@holdall/tool-kit/secrets";
import { UsageError } from "../../usage-error.ts";
import { fillAddress } from "../secrets/address-secrets.ts";
import type { FoundDatabase } from "./find-databases.ts";

interface Databases extends AsyncDisposable {
  readonly options: NonNullable<FamilyOptions["databases"]>;
  /** Addresses and passwords, which are hidden. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Databases that were found, connected to with the first query. An address is a Postgres URL, which may have `secret:NAME`
 * as its password or be one, or the variable of the environment that holds it. Throws UsageError for another, without showing it.
 */
export async function openDatabases(
  found: readonly FoundDatabase[],
  env: NodeJS.ProcessEnv,
  secrets?: Secrets,
): Promise<Databases> {
  const { pgDatabase } = await import("@holdall/backends-sql/pg");
  const opened = found.map(({ name, file, database: { url: written, max_rows: maxRows, timeout, schemas } }) => {
    const key = `${file.endsWith("databases.yaml") ? "" : "databases."}${name}.url`;
    const [, variable] = /^\$\{(\w+)\}$/.exec(written) ?? [];
    const filled = () => fillAddress(written, secrets, { key: `${file}: ${key}`, placeOf: placeOfDatabase });
    const url = variable === undefined ? filled() : env[variable];
    if (!url) throw new UsageError(`${file}: ${key}: ${variable} is not set.`, `Set ${variable}.`);
    if (!/^postgres(ql)?:\/\//.test(url) || (!URL.canParse(url) && !/^\w+:\/\/\//.test(url)))
      throw new UsageError(
        `${file}: ${key}: it is not the address of a Postgres database.`,
        `Write postgres://user@host:5432/database, or \${VARIABLE} with a variable that holds it.`,
      );
    const db = pgDatabase({ url, max: 2 });
    const password = URL.canParse(url) ? decodeURIComponent(new URL(url).password) : "";
    return { name, db, maxRows, timeout: timeout === undefined ? undefined : timeout * 1_000, schemas, url, password };
  });
  return {
    options: Object.fromEntries(opened.map(({ name, url: _, password: __, ...database }) => [name, database])),
    secrets: Object.fromEntries(
      opened.flatMap(({ name, url, password }) => [
        [`databases.${name}.url`, url],
        ...(password === "" ? [] : [[`databases.${name}.password`, password]]),
      ]),
    ),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map(({ db }) => db[Symbol.asyncDispose]?.()));
    },
  };
}

/** The user has configured address and secret; whether the connection is encrypted is for the address to say. */
function placeOfDatabase(address: string): SecretPlace | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 5432), encrypted: true };
}
