import type { ToolResult } from "@holdall/tool-core";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { toBlock } from "./to-block.ts";

/** The key in the `_meta` of a result for the code and data of a failed call. */
export const errorMetaKey = "holdall/error";

/**
 * A result as MCP sends it: text, images and audio as such, other files embedded, URLs as links.
 * A failure is `isError` with its text, and has code and data under `errorMetaKey`, because clients check
 * `structuredContent` against the tool's output schema even then. `encoded` is the result as programs of the dialect know it,
 * whose schema allows failures.
 */
export function toMcpResult(
  result: ToolResult,
  { structured = false, encoded }: { readonly structured?: boolean; readonly encoded?: unknown } = {},
): CallToolResult {
  const content = result.content.map(toBlock);
  if (!result.ok) {
    const { code, data } = result.error;
    return {
      content,
      isError: true,
      ...(encoded !== undefined && { structuredContent: plainJson(encoded) }),
      _meta: { [errorMetaKey]: { code, ...(data && { data }) } },
    };
  }
  return structured ? { content, structuredContent: plainJson(encoded ?? result.output) } : { content };
}

/** The value as it will travel, so that what JSON cannot say fails here and not in the transport. */
const plainJson = (value: unknown): CallToolResult["structuredContent"] =>
  isPlain(value) ? value : JSON.parse(JSON.stringify(value ?? null));

/** True for what JSON says as it is, found out faster than by saying it. */
function isPlain(value: unknown): value is NonNullable<CallToolResult["structuredContent"]> {
  if (typeof value !== "object")
    return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  if (value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}
