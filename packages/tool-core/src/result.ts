import { type ContentPart, text } from "./content.ts";
import type { ToolError } from "./error.ts";

/** The result of every call. `output` is for programs and user interfaces, `content` is for the model. */
export type ToolResult<O = unknown> =
  | { readonly ok: true; readonly output: O; readonly content: readonly ContentPart[] }
  | { readonly ok: false; readonly error: ToolError; readonly content: readonly ContentPart[] };

/** Create a failed result: the error as data, and as text with its code, message and next step. */
export function failure(error: ToolError): ToolResult<never> {
  const { code, message, hint } = error;
  return { ok: false, error, content: [text(`Error (${code}): ${message}${hint ? `\n${hint}` : ""}`)] };
}
