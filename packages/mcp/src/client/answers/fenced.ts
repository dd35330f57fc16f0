import type { ContentPart } from "@holdall/tool-core";
import { neutralLine, wrapUntrusted } from "@holdall/tool-kit/text";

/** A part of a server's answer as a model reads it: text in delimiters, as of a page of the web. */
export const fenced = (part: ContentPart, server: string): ContentPart =>
  part.type === "text"
    ? { ...part, text: wrapUntrusted(part.text, { source: `MCP server ${neutralLine(server, 60)}` }) }
    : part;
