import { type ContentPart, contentText } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";

/** A part of the text for the model, as Mastra stores it and translates it for each version of the model interface. */
export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image-data" | "file-data";
      readonly data: string;
      readonly mediaType: string;
      readonly filename?: string;
    }
  | { readonly type: "image-url" | "file-url"; readonly url: string; readonly mediaType: string };

/** Text where there is only text, else its parts. Plain data, because results are stored when a run is suspended. */
export const toModelContent = (content: readonly ContentPart[]): string | readonly ModelPart[] =>
  content.every(({ type }) => type === "text") ? contentText(content) : content.map(toModelPart);

function toModelPart(part: ContentPart): ModelPart {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType, data, name } = part;
  const kind = mediaType.startsWith("image/") ? "image" : "file";
  if (data instanceof URL) return { type: `${kind}-url`, url: data.href, mediaType };
  return { type: `${kind}-data`, data: toBase64(data), mediaType, ...(name !== undefined && { filename: name }) };
}
