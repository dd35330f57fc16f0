import type { ContentPart } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import type { ContentBlock } from "@modelcontextprotocol/server";

/** A part of a result as MCP sends it. `index` names a file that has no name. */
export function toBlock(part: ContentPart, index: number): ContentBlock {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType, data, name = `file-${index + 1}` } = part;
  if (data instanceof URL) return { type: "resource_link", uri: data.href, name, mimeType: mediaType };
  const base64 = toBase64(data);
  const kind = mediaType.split("/", 1)[0];
  if (kind === "image" || kind === "audio") return { type: kind, data: base64, mimeType: mediaType };
  const uri = `attachment:///${encodeURIComponent(name)}`;
  return { type: "resource", resource: { uri, mimeType: mediaType, blob: base64 } };
}
