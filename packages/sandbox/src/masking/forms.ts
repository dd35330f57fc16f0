import type { Replacement } from "./replace-stream.ts";

/** What a value looks like in bytes that programs send and get: itself, escaped, as base64 in any surroundings, and as hex. */
export function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const json = JSON.stringify(value).slice(1, -1);
  const percent = encodeURIComponent(value);
  const base64 = [0, 1, 2].flatMap((by) => {
    const text = Buffer.concat([Buffer.alloc(by), bytes]).toString("base64");
    // Without the characters that depend on their neighbors.
    const core = text.slice(by === 0 ? 0 : by + 1, Math.floor(((bytes.length + by) * 8) / 6));
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const hex = bytes.toString("hex");
  const texts = [value, json, percent, percent.replaceAll("%20", "+")].map((text) => latin1(text));
  return [...new Set([...texts, ...base64, hex, hex.toUpperCase()])];
}

/** A text with a character for each of its bytes. */
export const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

/** Each form of a value, replaced by a text. */
export const formsReplaced = (value: string, by: string): readonly Replacement[] =>
  formsOf(value).map((from) => ({ from, to: latin1(by) }));
