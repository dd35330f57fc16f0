import type { ContentPart, ToolResult } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";

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

function toBlock(part: ContentPart, index: number): ContentBlock {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType, data, name = `file-${index + 1}` } = part;
  if (data instanceof URL) return { type: "resource_link", uri: data.href, name, mimeType: mediaType };
  const base64 = toBase64(data);
  const kind = mediaType.split("/", 1)[0];
  if (kind === "image" || kind === "audio") return { type: kind, data: base64, mimeType: mediaType };
  const uri = `attachment:///${encodeURIComponent(name)}`;
  return { type: "resource", resource: { uri, mimeType: mediaType, blob: base64 } };
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
