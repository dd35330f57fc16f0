import { type ContentPart, encodeResult, type Session, type ToolResult } from "@holdall/tool-core";
import { replaceUnseen } from "@holdall/tool-kit/text";

/** Files up to this size are part of the JSON. */
const inlineBytes = 1024 * 1024;

/**
 * A ToolResult as JSON: `{ ok, output, content }` or `{ ok, error, content }`. A file in `content` becomes
 * `{ type, mediaType, name?, bytes, base64? }`, base64 up to 1 MiB; bytes anywhere else become `{ bytes, base64? }`.
 * What would not be seen in a terminal is escaped, as JSON can. With `as`, a session in the camel dialect, and the tool's
 * name, `output` is what programs of that dialect know, of a failure too.
 */
export function resultJson(
  result: ToolResult,
  more: Readonly<Record<string, unknown>> = {},
  { indent = 0, as }: ResultJsonOptions = {},
): string {
  const encoded = as && encodedFor(as.session, as.tool, result);
  const content = result.content.map(contentJson);
  const whole = result.ok
    ? { ...more, ok: true, output: encoded ?? result.output, content }
    : { ...more, ok: false, ...(encoded !== undefined && { output: encoded }), error: result.error.toJSON(), content };
  return replaceUnseen(JSON.stringify(whole, encodeBytes, indent), escaped);
}

export interface ResultJsonOptions {
  readonly indent?: number;
  /** What the call was made of. */
  readonly as?: { readonly session: Pick<Session, "dialect" | "registry">; readonly tool: string };
}

function encodedFor({ dialect, registry }: Pick<Session, "dialect" | "registry">, name: string, result: ToolResult) {
  const tool = registry.get(name);
  if (dialect !== "camel") return undefined;
  return tool ? encodeResult(tool, result, dialect) : { success: result.ok };
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
