import { type ContentPart, contentText } from "@holdall/tool-core";

const fence =
  /<untrusted-([0-9a-f]{16}) source="MCP server [^"]*">\nWritten by others[^\n]*\n([\s\S]*?)\n<\/untrusted-\1>/g;

/** A text without the delimiters around what a server wrote. */
export const withoutFence = (text: string): string => text.replace(fence, "$2");

/** The text of a result without the delimiters around what a server wrote. */
export const unfenced = (content: readonly ContentPart[]): string => withoutFence(contentText(content));
