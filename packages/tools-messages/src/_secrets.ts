import type { Channel } from "./channels/channel.ts";

/** Kept outside of the objects, so that no log of a configuration shows them. */
const secrets = new WeakMap<object, readonly string[]>();

/** Remember what of a channel or a mail server must never be shown. */
export function withSecrets<T extends object>(holder: T, ...values: readonly (string | undefined)[]): T {
  secrets.set(
    holder,
    values.flatMap((value) => (value !== undefined && value.length > 3 ? value : [])),
  );
  return holder;
}

/** The webhook URLs, tokens and passwords of channels and mail servers, for a scrubber. */
export const secretsOf = (...holders: readonly (Channel | object | undefined)[]): readonly string[] =>
  holders.flatMap((holder) => (holder && secrets.get(holder)) ?? []);

/** A text in which no secret of a holder is left. */
export const withoutSecrets = (text: string, holder: object): string =>
  secretsOf(holder).reduce((left, secret) => left.split(secret).join("[secret]"), text);
