import { type SecretPlace, type Secrets, secretNames } from "@holdall/tool-kit/secrets";
import { UsageError } from "../../usage-error.ts";
import { fillAddress } from "../secrets/address-secrets.ts";
import type { FoundDatabase } from "./find-databases.ts";

/** The address of a database, or why it cannot be used. */
export interface DatabaseAddress {
  /** The address, which is secret; there may be one that is wrong beside a problem. */
  readonly url?: string | undefined;
  /** Without a value. */
  readonly problem?: UsageError | undefined;
  /** Where the address comes from, by names only. */
  readonly source: string;
}

/**
 * The address of a configured database: a Postgres URL, which may have `secret:NAME` as its password or be one, or the variable
 * of the environment that holds it.
 */
export function databaseAddress(
  { name, file, database: { url: written } }: FoundDatabase,
  env: NodeJS.ProcessEnv,
  secrets: Secrets | undefined,
): DatabaseAddress {
  const key = `${file}: ${file.endsWith("databases.yaml") ? "" : "databases."}${name}.url`;
  const [, variable] = /^\$\{(\w+)\}$/.exec(written) ?? [];
  const named = secretNames(written).map((secret) => `secret:${secret}`);
  const source = variable ?? (named.length > 0 ? named.join(", ") : "the file");
  let url: string | undefined;
  try {
    url = variable === undefined ? fillAddress(written, secrets, { key, placeOf: placeOfDatabase }) : env[variable];
    if (!url) throw new UsageError(`${key}: ${variable} is not set.`, `Set ${variable}.`);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return { source, problem: thrown };
  }
  if (/^postgres(ql)?:\/\//.test(url) && (URL.canParse(url) || /^\w+:\/\/\//.test(url))) return { source, url };
  const problem = new UsageError(
    `${key}: it is not the address of a Postgres database.`,
    `Write postgres://user@host:5432/database, or \${VARIABLE} with a variable that holds it.`,
  );
  return { source, url, problem };
}

/** The user has configured address and secret; whether the connection is encrypted is for the address to say. */
function placeOfDatabase(address: string): SecretPlace | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 5432), encrypted: true };
}
