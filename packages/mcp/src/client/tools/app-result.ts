import { isObject } from "@holdall/tool-core";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { toBlock } from "../../results/to-block.ts";
import type { McpToolOutput } from "./make-tool.ts";

export type AppResult = Pick<CallToolResult, "content" | "structuredContent">;

/** The output of a server's tool in the form of the protocol, for the page of that tool. Files are in base64. */
export const toAppResult = ({ content, structured }: McpToolOutput): AppResult => ({
  content: content.map(toBlock),
  ...(isObject(structured) && { structuredContent: structured }),
});
