import { ToolError } from "@holdall/tool-core";
import { allowsPlace } from "./places.ts";
import type { SecretInfo, SecretPlace, Secrets } from "./secrets.ts";

/** `secret:NAME`, also with a colon that a URL escapes. */
const reference = /(?<![A-Za-z0-9_])secret(?::|%3[Aa])([A-Za-z_]\w{0,63})/g;

/** The names of the secrets that a text refers to, without duplicates. */
export const secretNames = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(reference), ([, name = ""]) => name)),
];

/** Replace each `secret:NAME`, which `valueFor` also gets as it is written. What it throws is thrown. */
export const replaceSecrets = (text: string, valueFor: (name: string, written: string) => string): string =>
  text.replace(reference, (written, name: string) => valueFor(name, written));

/** Whether the user has configured a secret of this name; other text with `secret:` is ordinary text. */
export const isSecretName = (secrets: Pick<Secrets, "list">, name: string): boolean =>
  secrets.list().some((each) => each.name === name);

/** What is known of a secret. Throws `not_found` with the names that exist. */
export function secretInfo(secrets: Pick<Secrets, "list">, name: string): SecretInfo {
  const all = secrets.list();
  const found = all.find((each) => each.name === name);
  if (found) return found;
  const names = all.map((each) => `secret:${each.name}`);
  throw new ToolError("not_found", `There is no secret ${name}.`, {
    hint:
      names.length > 0 ? `The secrets are ${names.join(", ")}.` : "No secrets are configured. Ask the user to add it.",
  });
}

/** The value of a secret for a place. Throws `permission_denied` for a place that the user has not named for it. */
export function secretFor(secrets: Secrets, name: string, place: SecretPlace): string {
  const { hosts } = secretInfo(secrets, name);
  const { host, port, encrypted } = place;
  if (!allowsPlace(hosts, place)) {
    const isHost = !encrypted && allowsPlace(hosts, { ...place, encrypted: true });
    const to = `${host}${port === undefined ? "" : `:${port}`}`;
    throw new ToolError(
      "permission_denied",
      isHost
        ? `secret:${name} is not sent to ${to} unencrypted. Nothing was sent.`
        : `secret:${name} is not for ${to}. Nothing was sent.`,
      {
        hint: isHost
          ? "Use https."
          : `It is for ${listed(hosts)}. Only the user can add a host, in the configuration of the secret.`,
        data: { secret: name, host },
      },
    );
  }
  const value = secrets.read(name);
  secrets.noteUse({ name, to: port === undefined ? host : `${host}:${port}` });
  return value;
}

/** Replace each `secret:NAME` in a text that goes to a place. Throws what `secretFor` throws. */
export const fillSecrets = (text: string, secrets: Secrets, place: SecretPlace): string =>
  replaceSecrets(text, (name) => secretFor(secrets, name, place));

const listed = (hosts: readonly string[]): string => (hosts.length === 0 ? "no host" : hosts.join(", "));
