/** Content for a model: text, or a file (image, PDF, audio) with its `mediaType`. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "file"; readonly mediaType: string; readonly data: Uint8Array | URL; readonly name?: string };

/** Create a text part. */
export const text = (value: string): ContentPart => ({ type: "text", text: value });

/**
 * Join all text of a content list with line breaks. Files are named in brackets, and their bytes are left out: where results
 * hold files, hand over `data` of the parts of type `file`, for example as base64.
 */
export function contentText(content: readonly ContentPart[]): string {
  return content
    .map((part) => (part.type === "text" ? part.text : `[${part.mediaType}${part.name ? ` ${part.name}` : ""}]`))
    .join("\n");
}
