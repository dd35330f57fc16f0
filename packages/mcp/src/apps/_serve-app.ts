import type { Session, Tool, ToolResult } from "@holdall/tool-core";
import type { CallToolResult, ClientCapabilities, Tool as McpTool } from "@modelcontextprotocol/server";
import type { ResourceSource } from "../server/resources/resource-source.ts";
import type { AppSource } from "./app-source.ts";

/** The name of the extension among the capabilities of both sides. */
const appsExtension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";

/** Where a result says for a page what its text does not: the call as it was made, and its whole output. */
const callMetaKey = "holdall/call";
/** Characters of JSON. A larger call is shown by its text. */
const mostForPage = 1_000_000;

/** True for a client that shows pages of this kind. */
export function showsApps(capabilities: ClientCapabilities | undefined): boolean {
  const { mimeTypes } = (capabilities?.extensions?.[appsExtension] ?? {}) as { readonly mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(mimeType);
}

/** The page as a resource. It is not among the resources that clients list: their users have no use for it. */
export const appResource = ({ uri, html }: AppSource): ResourceSource => ({
  owns: (asked) => asked === uri,
  list: async () => ({ resources: [] }),
  read: async () => [{ uri, mimeType, text: await html(), _meta: { ui: { csp: {}, prefersBorder: false } } }],
});

/** Entries of tools/list that say which page shows their calls, under today's key and the one before it. */
export const withApp = (tools: readonly McpTool[], { registry }: Session, app: AppSource): McpTool[] =>
  tools.map((entry) => {
    const tool = registry.get(entry.name);
    if (!tool || !app.shows(tool.name)) return entry;
    return { ...entry, _meta: { ...entry._meta, ui: { resourceUri: app.uri }, "ui/resourceUri": app.uri } };
  });

/** A result with what a page needs, which models do not see. */
export function withCall(
  result: CallToolResult,
  call: { readonly tool: Tool; readonly input: unknown; readonly outcome: ToolResult },
  app: AppSource,
): CallToolResult {
  const { tool, input, outcome } = call;
  if (!app.shows(tool.name)) return result;
  const error = outcome.ok ? undefined : outcome.error;
  const shown = {
    tool: tool.name,
    input,
    ...(outcome.ok ? { output: outcome.output } : {}),
    ...(error && { error: { code: error.code, message: error.message, hint: error.hint } }),
  };
  const text = JSON.stringify(shown);
  if (text.length > mostForPage) return result;
  return { ...result, _meta: { ...result._meta, [callMetaKey]: JSON.parse(text) } };
}
