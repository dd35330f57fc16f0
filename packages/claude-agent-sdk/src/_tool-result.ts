import type { SdkMcpToolDefinition } from "@anthropic-ai/claude-agent-sdk";
import type { ContentPart, ToolResult } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";

type CallToolResult = Awaited<ReturnType<SdkMcpToolDefinition["handler"]>>;
type ContentBlock = CallToolResult["content"][number];

/** A result as the SDK sends it to the model: text, images and audio as such, other files embedded, URLs as links. */
export const toToolResult = ({ ok, content }: ToolResult): CallToolResult => ({
  content: content.map(toBlock),
  ...(!ok && { isError: true }),
});

function toBlock(part: ContentPart, index: number): ContentBlock {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType: mimeType, data, name = `file-${index + 1}` } = part;
  if (data instanceof URL) return { type: "resource_link", uri: data.href, name, mimeType };
  const base64 = toBase64(data);
  const kind = mimeType.split("/", 1)[0];
  if (kind === "image" || kind === "audio") return { type: kind, data: base64, mimeType };
  return { type: "resource", resource: { uri: `attachment:///${encodeURIComponent(name)}`, mimeType, blob: base64 } };
}
