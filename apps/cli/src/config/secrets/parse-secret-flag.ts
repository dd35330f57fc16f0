import { UsageError } from "../../usage-error.ts";
import type { SecretsConfig } from "./secrets-schema.ts";

type Entry = SecretsConfig[string];

/** Read `NAME=env:VARIABLE@host,host` or `NAME=file:PATH@host,host`; without a source, the variable has the name. */
export function parseSecretFlag(text: string): readonly [string, Entry] {
  const [, name = "", kind, source, hosts] = /^([A-Za-z_]\w{0,63})(?:=(env|file):(.+?))?@([^@]+)$/.exec(text) ?? [];
  if (name === "")
    throw new UsageError(
      `--secret ${text.split(/[=@]/, 1)[0]}: it is not a name with a source and hosts.`,
      "Write --secret NAME=env:VARIABLE@api.example.com, or NAME=file:PATH@host,host.",
    );
  const from = kind === "file" ? { file: source } : { env: source ?? name };
  return [name, { ...from, hosts: hosts?.split(",").map((host) => host.trim()) }];
}
