import { type ContentPart, contentText } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";

/** Files in ai 6 are of four types; in ai 7 they are one, and the four are deprecated. */
type FileOutput =
  | { type: "image-data" | "file-data"; data: string; mediaType: string; filename?: string }
  | { type: "image-url"; url: string }
  | { type: "file-url"; url: string; mediaType: string }
  | {
      type: "file";
      mediaType: string;
      filename?: string;
      data: { type: "data"; data: string } | { type: "url"; url: URL };
    };

export type ModelOutput =
  | { type: "text" | "error-text"; value: string }
  | { type: "content"; value: ({ type: "text"; text: string } | FileOutput)[] };

/** What the SDK sends to the model for a result: plain text where there is only text, and errors as errors. */
export function toModelOutput(
  content: readonly ContentPart[],
  { ok, taggedFiles }: { ok: boolean; taggedFiles: boolean },
): ModelOutput {
  if (!ok) return { type: "error-text", value: contentText(content) };
  if (content.every(({ type }) => type === "text")) return { type: "text", value: contentText(content) };
  const file = taggedFiles ? taggedFile : plainFile;
  return {
    type: "content",
    value: content.map((part) => (part.type === "text" ? { type: "text", text: part.text } : file(part))),
  };
}

type FilePart = Extract<ContentPart, { type: "file" }>;

function taggedFile({ mediaType, data, name }: FilePart): FileOutput {
  return {
    type: "file",
    mediaType,
    ...(name !== undefined && { filename: name }),
    data: data instanceof URL ? { type: "url", url: data } : { type: "data", data: toBase64(data) },
  };
}

function plainFile({ mediaType, data, name }: FilePart): FileOutput {
  const isImage = mediaType.startsWith("image/");
  if (data instanceof URL) {
    return isImage ? { type: "image-url", url: data.href } : { type: "file-url", url: data.href, mediaType };
  }
  const encoded = toBase64(data);
  if (isImage) return { type: "image-data", data: encoded, mediaType };
  return { type: "file-data", data: encoded, mediaType, ...(name !== undefined && { filename: name }) };
}
