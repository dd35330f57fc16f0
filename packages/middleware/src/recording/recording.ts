import { type ContentPart, ToolError, type ToolErrorCode, type ToolResult } from "@holdall/tool-core";
import { fromBase64, toBase64 } from "@holdall/tool-kit";

/** A call that reached its tool, as recorded. Starts and ends are numbered together, from 1. */
export interface RecordedCall {
  readonly tool: string;
  /** Validated, including defaults of the tool's schema. */
  readonly input: unknown;
  readonly result: ToolResult;
  readonly began: number;
  readonly ended: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** The call as one line, its texts hidden by `hide`. Bytes and URLs are kept; anything else is what JSON makes of it. */
export function lineOf(call: RecordedCall, hide: <T>(value: T) => T): string {
  const { tool, input, result, began, ended, duration } = call;
  const { content } = result;
  const outcome = result.ok
    ? { ok: true, output: result.output, content }
    : { ok: false, error: result.error.toJSON(), content };
  return JSON.stringify(pack({ tool, began, ended, duration, ...hide({ input, ...outcome }) }));
}

/** Every call of a recording, in the order of their beginnings. Throws `parse_error` naming the first invalid line. */
export function parseRecording(text: string): RecordedCall[] {
  const calls = text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [parseLine(line, index + 1)]));
  return calls.sort((a, b) => a.began - b.began);
}

function parseLine(line: string, number: number): RecordedCall {
  let value: unknown;
  let cause: unknown;
  try {
    value = unpack(JSON.parse(line));
  } catch (error) {
    cause = error;
  }
  const { tool, input, began, ended, duration, ok, output, error, content } = Object(value) as Record<string, unknown>;
  const isCall = typeof tool === "string" && [began, ended, duration].every(Number.isFinite) && Array.isArray(content);
  const failure = ok === false ? errorOf(error) : undefined;
  if (!isCall || (ok !== true && !failure)) {
    throw new ToolError("parse_error", `Line ${number} of the recording is not a recorded call.`, {
      hint: "Record it again, or remove the line.",
      data: { line: number },
      cause,
    });
  }
  const parts = content as readonly ContentPart[];
  const result: ToolResult = failure
    ? { ok: false, error: failure, content: parts }
    : { ok: true, output, content: parts };
  return { tool, input, result, began: began as number, ended: ended as number, duration: duration as number };
}

function errorOf(value: unknown): ToolError | undefined {
  const { code, message, hint, data } = Object(value) as Record<string, unknown>;
  if (typeof code !== "string" || typeof message !== "string") return undefined;
  return new ToolError(code as ToolErrorCode, message, {
    hint: typeof hint === "string" ? hint : undefined,
    data: typeof data === "object" && data !== null ? (data as Record<string, unknown>) : undefined,
  });
}

/** The same text for the same value, however its keys are ordered. */
export const textOf = (value: unknown): string => JSON.stringify(pack(value, true)) ?? "undefined";

const marks = ["$bytes", "$url", "$object"];

/** Plain JSON, bytes and URLs under marks of their own. */
function pack(value: unknown, sorts = false): unknown {
  if (value instanceof Uint8Array) return { $bytes: toBase64(value) };
  if (value instanceof URL) return { $url: value.href };
  if (Array.isArray(value)) return value.map((each) => pack(each, sorts));
  if (typeof value !== "object" || value === null || "toJSON" in value) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, pack(inner, sorts)] as const);
  if (sorts) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const packed = Object.fromEntries(entries);
  return entries.length === 1 && marks.includes(entries[0]?.[0] ?? "") ? { $object: packed } : packed;
}

function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== "object" || value === null) return value;
  const { $bytes, $url, $object } = value as Record<string, unknown>;
  if (Object.keys(value).length === 1) {
    if (typeof $bytes === "string") return fromBase64($bytes);
    if (typeof $url === "string") return new URL($url);
    if (typeof $object === "object" && $object !== null) return unpackFields($object);
  }
  return unpackFields(value);
}

const unpackFields = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unpack(inner)]));
