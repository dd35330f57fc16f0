import type { ContentPart } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import type { CallToolResult } from "@modelcontextprotocol/client";
import type { McpToolOutput } from "./make-tool.ts";

export type AppResult = Pick<CallToolResult, "content" | "structuredContent">;

/** The output of a server's tool in the form of the protocol, for the page of that tool. Files are in base64. */
export function toAppResult({ content, structured }: McpToolOutput): AppResult {
  const isObject = typeof structured === "object" && structured !== null && !Array.isArray(structured);
  return {
    content: content.map(blockOf),
    ...(isObject && { structuredContent: structured as Record<string, unknown> }),
  };
}

function blockOf(part: ContentPart): CallToolResult["content"][number] {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType: mimeType, data: source, name } = part;
  if (source instanceof URL) return { type: "resource_link", uri: source.href, name: name ?? source.href, mimeType };
  const data = toBase64(source);
  if (mimeType.startsWith("image/")) return { type: "image", data, mimeType };
  if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType };
  return { type: "resource", resource: { uri: name ?? "file:///result", mimeType, blob: data } };
}
