/** What a model reads: text, or a file (image, PDF, audio) whose `mediaType` says what it is. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "file"; readonly mediaType: string; readonly data: Uint8Array | URL; readonly name?: string };

/** A text part. */
export const text = (value: string): ContentPart => ({ type: "text", text: value });

/** All text of a content list, joined by line breaks; files are named in brackets. */
export function contentText(content: readonly ContentPart[]): string {
  return content
    .map((part) => (part.type === "text" ? part.text : `[${part.mediaType}${part.name ? ` ${part.name}` : ""}]`))
    .join("\n");
}
