import { type ContentPart, contentText } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import type { ToolOutputFileContent, ToolOutputImage, ToolOutputText } from "@openai/agents-core";

type OutputPart = ToolOutputText | ToolOutputImage | ToolOutputFileContent;

/** What the SDK sends to the model: plain text where there is only text, else text, images and files as such. */
export function toToolOutput(content: readonly ContentPart[]): string | OutputPart[] {
  return content.every(({ type }) => type === "text") ? contentText(content) : content.map(toOutputPart);
}

function toOutputPart(part: ContentPart, index: number): OutputPart {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType, data, name: filename = `file-${index + 1}` } = part;
  if (mediaType.startsWith("image/")) {
    return { type: "image", image: data instanceof URL ? { url: data.href } : { data: toBase64(data), mediaType } };
  }
  return {
    type: "file",
    file: data instanceof URL ? { url: data.href, filename } : { data: toBase64(data), mediaType, filename },
  };
}
