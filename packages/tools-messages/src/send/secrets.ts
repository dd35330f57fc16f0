import type { Channel } from "../channels/channel.ts";

/** Kept outside of the objects, so that no log of a configuration shows them. */
const secrets = new WeakMap<object, readonly string[]>();

/** Remember what of a channel or a mail server must never be shown. */
export function withSecrets<T extends object>(holder: T, ...values: readonly (string | undefined)[]): T {
  secrets.set(
    holder,
    values.flatMap((value) => (value !== undefined && value.length > 3 ? [value, ...pathOf(value)] : [])),
  );
  return holder;
}

/** Of a URL, what a service may say of it: the path, which has the key. */
function pathOf(value: string): string[] {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return [];
  const { pathname, search } = new URL(value);
  return [...new Set([pathname + search, pathname])].filter((path) => path.length > 8);
}

/** The webhook URLs, tokens and passwords of channels and mail servers, for a scrubber. */
export const secretsOf = (...holders: readonly (Channel | object | undefined)[]): readonly string[] =>
  holders.flatMap((holder) => (holder && secrets.get(holder)) ?? []);

/** A text in which no secret of a holder is left. */
export const redactSecrets = (text: string, holder: object): string =>
  secretsOf(holder).reduce((left, secret) => left.split(secret).join("[secret]"), text);
