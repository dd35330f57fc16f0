import { type Backend, type Json, joinPath, ToolError, toPath } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { RunError } from "./port/index.ts";

export interface LargeValues {
  /** Where values above the bound go, by their SHA-256. Shared by all workers. */
  readonly backend: Backend;
  /** `/durable` */
  readonly folder?: string | undefined;
  /** Bytes of JSON; 65,536. */
  readonly above?: number | undefined;
}

/** Converts values to the texts that stores hold: JSON, or `@` and the SHA-256 of JSON in a backend. */
export interface Values {
  encode(value: unknown, what: string): Promise<string>;
  decode(text: string): Promise<Json | undefined>;
}

export function openValues(large?: LargeValues): Values {
  const { backend, folder = "/durable", above = 65_536 } = large ?? {};
  return {
    async encode(value, what) {
      const json = toJson(value, what);
      const bytes = backend && new TextEncoder().encode(json);
      if (!backend || !bytes || bytes.length <= above) return json;
      const hash = await sha256Hex(bytes);
      const path = joinPath(toPath(folder), hash);
      if (!(await backend.stat(path))) await backend.write(path, bytes);
      return `@${hash}`;
    },
    async decode(text) {
      if (!text.startsWith("@")) return parse(text);
      const hash = text.slice(1);
      if (!backend) {
        throw new ToolError("unavailable", `A value of this run is stored outside the database, under ${hash}.`, {
          hint: "Open the engine with the same `large` backend as the worker that wrote it.",
        });
      }
      const { bytes } = await backend.read(joinPath(toPath(folder), hash));
      if ((await sha256Hex(bytes)) !== hash) {
        throw new ToolError("stale", `The value ${hash} of this run was changed in its backend.`, {
          hint: "Restore the file, or start the run again.",
        });
      }
      return parse(new TextDecoder().decode(bytes));
    },
  };
}

/** `undefined` is kept as no JSON at all. */
const parse = (json: string): Json | undefined => (json === "" ? undefined : (JSON.parse(json) as Json));

function toJson(value: unknown, what: string): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (cause) {
    throw new ToolError("invalid_output", `${what} cannot be stored: it is not JSON.`, {
      hint: "Return plain data: no bigint, and nothing that contains itself.",
      cause,
    });
  }
}

/** JSON with the keys of every object in order, so that equal answers are equal texts. */
export const inOrder = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Record<string, Json>).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
};

export function encodeError(error: unknown): string {
  const { code, message, hint, data } = ToolError.is(error)
    ? error.toJSON()
    : {
        code: "internal",
        message: error instanceof Error ? error.message : String(error),
        hint: undefined,
        data: undefined,
      };
  return JSON.stringify({ code, message, hint, data });
}

export const decodeError = (text: string): RunError => JSON.parse(text) as RunError;

/** The error as a run's code saw it, or would have. */
export const thrownError = ({ code, message, hint, data }: RunError): ToolError =>
  new ToolError(code as ToolError["code"], message, { hint, data });
