import type { ModelMessage } from "ai";

/** Messages as plain JSON, with the bytes in them. */
export const packMessages = (messages: readonly ModelMessage[]): unknown[] =>
  JSON.parse(JSON.stringify(messages, encodeBytes));

/** The messages again; undefined if it is not a list. */
export function unpackMessages(packed: unknown): ModelMessage[] | undefined {
  if (!Array.isArray(packed)) return undefined;
  return JSON.parse(JSON.stringify(packed), decodeBytes);
}

/** A Buffer has a toJSON of its own, which comes first: look at the value before it. */
function encodeBytes(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const raw = this[key];
  return raw instanceof Uint8Array ? { $bytes: Buffer.from(raw).toString("base64") } : value;
}

function decodeBytes(_: string, value: unknown): unknown {
  const { $bytes } = Object(value) as { readonly $bytes?: unknown };
  return typeof $bytes === "string" ? new Uint8Array(Buffer.from($bytes, "base64")) : value;
}
