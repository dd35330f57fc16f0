import { ToolError } from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import type { Tool as McpTool, ReadResourceResult } from "@modelcontextprotocol/client";
import { decodeBase64, textOf } from "../bounds/bytes.ts";
import type { Connection } from "../connect/connection.ts";
import { fieldsOf, pageOf } from "./app-page.ts";

/** The page that a server sends with a tool (MCP Apps), for `AppFrame` of `@holdall/ui-react/app-frame`. Untrusted. */
export interface ServerApp {
  readonly uri: string;
  readonly html: string;
  /** The definition of the tool as the server listed it. */
  readonly tool: McpTool;
  /** The addresses that the page asks for. A host grants them only if the user has named them. */
  readonly asksFor: { readonly connect: readonly string[]; readonly load: readonly string[] };
}

/** Read the page of a tool. Throws `unsupported` if what the server sends is no page, and what a request throws. */
export async function readApp(connection: Connection, tool: McpTool, signal: AbortSignal): Promise<ServerApp> {
  const { name, timeout } = connection.config;
  const uri = pageOf(tool) ?? "";
  const { contents } = await connection.request((client) => client.readResource({ uri }, { signal, timeout }), signal);
  const content = contents.find((each) => each.uri === uri);
  const html = content && htmlOf(content);
  if (html === undefined) {
    throw new ToolError("unsupported", `${name} sends no page for its tool ${neutralLine(tool.name, 100)}.`, {
      hint: "Show the text of the result.",
    });
  }
  const { connectDomains, resourceDomains } = fieldsOf(fieldsOf(content?._meta?.ui).csp);
  return { uri, html, tool, asksFor: { connect: textsOf(connectDomains), load: textsOf(resourceDomains) } };
}

function htmlOf(content: ReadResourceResult["contents"][number]): string | undefined {
  if (!/^text\/html *; *profile=mcp-app$/i.test(content.mimeType ?? "")) return undefined;
  if ("text" in content) return content.text;
  const bytes = decodeBase64(content.blob);
  return bytes && textOf(bytes);
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string").slice(0, 100) : [];
