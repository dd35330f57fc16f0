import type { ContentPart, ToolResult } from "@holdall/tool-core";
import { replaceUnseen } from "@holdall/tool-core/plain-text";

/** Files up to this size are part of the JSON. */
const inlineBytes = 1024 * 1024;

/**
 * A ToolResult as JSON: `{ ok, output, content }` or `{ ok, error, content }`. A file in `content` becomes
 * `{ type, mediaType, name?, bytes, base64? }`, base64 up to 1 MiB; bytes anywhere else become `{ bytes, base64? }`.
 * What would not be seen in a terminal is escaped, as JSON can.
 */
export function resultJson(result: ToolResult, more: Readonly<Record<string, unknown>> = {}, indent = 0): string {
  const content = result.content.map(contentJson);
  const whole = result.ok
    ? { ...more, ok: true, output: result.output, content }
    : { ...more, ok: false, error: result.error.toJSON(), content };
  return replaceUnseen(JSON.stringify(whole, encodeBytes, indent), escaped);
}

const escaped = (run: string) =>
  run
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** A Buffer has a toJSON of its own, which comes first: look at the value before it. */
function encodeBytes(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const raw = this[key];
  return raw instanceof Uint8Array ? bytesJson(raw) : value;
}

function contentJson(part: ContentPart): unknown {
  if (part.type === "text") return part;
  const { type, mediaType, name, data } = part;
  const named = { type, mediaType, ...(name !== undefined && { name }) };
  return data instanceof URL ? { ...named, url: data.href } : { ...named, ...bytesJson(data) };
}

function bytesJson(data: Uint8Array): { bytes: number; base64?: string } {
  const bytes = data.byteLength;
  if (bytes > inlineBytes) return { bytes };
  return { bytes, base64: Buffer.from(data.buffer, data.byteOffset, bytes).toString("base64") };
}
