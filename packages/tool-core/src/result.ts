import { type ContentPart, text } from "./content.ts";
import type { ToolError } from "./error.ts";

/** What a call returns, always: `output` is for programs and user interfaces, `content` is what the model reads. */
export type ToolResult<O = unknown> =
  | { readonly ok: true; readonly output: O; readonly content: readonly ContentPart[] }
  | { readonly ok: false; readonly error: ToolError; readonly content: readonly ContentPart[] };

/** A failed result: the error as data, and as text with its code, message and next move. */
export function failure(error: ToolError): ToolResult<never> {
  const { code, message, hint } = error;
  return { ok: false, error, content: [text(`Error (${code}): ${message}${hint ? `\n${hint}` : ""}`)] };
}
