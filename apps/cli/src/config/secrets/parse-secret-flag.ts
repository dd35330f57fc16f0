import { UsageError } from "../../usage-error.ts";
import type { SecretsConfig } from "./secrets-schema.ts";

type Entry = SecretsConfig[string];

/**
 * Read `NAME=env:VARIABLE@host,host`, `NAME=file:PATH@host` or `NAME=keychain:SERVICE/ACCOUNT@host`; without a source, the variable
 * has the name.
 */
export function parseSecretFlag(text: string): readonly [string, Entry] {
  const [, name = "", kind, source, hosts] =
    /^([A-Za-z_]\w{0,63})(?:=(env|file|keychain):(.+?))?@([^@]+)$/.exec(text) ?? [];
  if (name === "")
    throw new UsageError(
      `--secret ${text.split(/[=@]/, 1)[0]}: it is not a name with a source and hosts.`,
      "Write --secret NAME=env:VARIABLE@api.example.com, NAME=file:PATH@host,host, or NAME=keychain:SERVICE/ACCOUNT@host.",
    );
  const from =
    kind === "keychain" ? keychainOf(source ?? "") : kind === "file" ? { file: source } : { env: source ?? name };
  return [name, { ...from, hosts: hosts?.split(",").map((host) => host.trim()) }];
}

/** The account is after the last slash, because names of services are often addresses. */
function keychainOf(source: string): Pick<Entry, "keychain"> {
  const [, service = "", account = ""] = /^(.+)\/([^/]+)$/.exec(source) ?? [];
  if (service !== "") return { keychain: { service, account } };
  throw new UsageError(
    `--secret keychain:${source}: it has no service and account.`,
    "Write --secret NAME=keychain:SERVICE/ACCOUNT@api.example.com.",
  );
}
