import type { Tool as McpTool } from "@modelcontextprotocol/client";

/** The extension and the kind of page that a client declares to be sent pages. */
export const appsExtension = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

/** The address of a tool's page, under today's key or the one before it; undefined if it has none. */
export function pageOf({ _meta }: McpTool): string | undefined {
  const { resourceUri = _meta?.["ui/resourceUri"] } = fieldsOf(_meta?.ui);
  return typeof resourceUri === "string" && resourceUri.startsWith("ui://") ? resourceUri : undefined;
}

/** True for a tool that only the page of its server calls: a model is not shown it. */
export function isForPageOnly({ _meta }: McpTool): boolean {
  const { visibility } = fieldsOf(_meta?.ui);
  return Array.isArray(visibility) && !visibility.includes("model");
}

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
