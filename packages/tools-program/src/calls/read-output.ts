import { type ContentPart, contentText, type Tool, type ToolResult } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";

type Success = Extract<ToolResult, { readonly ok: true }>;

/**
 * The result for a program: the output as data. Of an MCP tool its structured content, else its one text, else its
 * texts.
 */
export function readOutput({ output, content }: Success, tool: Tool | undefined): unknown {
  if (tool?.category !== "mcp") return output ?? null;
  const { structured } = Object(output) as { readonly structured?: unknown };
  if (structured !== undefined) return structured;
  const texts = content.filter((part) => part.type === "text").map((part) => part.text);
  return texts.length === 1 && content.length === 1 ? texts[0] : content.map(plainPart);
}

/** The text of a result for the model. */
export const readText = ({ content }: Success): string => contentText(content);

const plainPart = (part: ContentPart) =>
  part.type === "text" ? part : { type: "file", mediaType: part.mediaType, ...(part.name && { name: part.name }) };

/** A value as JSON, bytes as base64. Throws if it has no JSON form. */
export function toJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      each instanceof Uint8Array ? toBase64(each) : typeof each === "bigint" ? String(each) : each,
    ) ?? "null"
  );
}
