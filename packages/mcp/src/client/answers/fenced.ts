import type { ContentPart } from "@holdall/tool-core";
import { wrapUntrusted } from "@holdall/tool-kit/text";
import { neutralLine } from "../bounds/neutral-text.ts";

/** A part of a server's answer as a model reads it: text in delimiters, as of a page of the web. */
export const fenced = (part: ContentPart, server: string): ContentPart =>
  part.type === "text"
    ? { ...part, text: wrapUntrusted(part.text, { source: `MCP server ${neutralLine(server, 60)}` }) }
    : part;
