import {
  type Dialect,
  type JsonSchema,
  type Registry,
  resultSchema,
  type Tool,
  type ToolSpec,
  toJsonSchema,
} from "@holdall/tool-core";
import type { Tool as McpTool } from "@modelcontextprotocol/server";
import { isStructured, type Structured } from "./structured.ts";

export interface McpToolsOptions {
  readonly dialect?: Dialect | undefined;
  readonly structured?: Structured | undefined;
  /** These, in this order, instead of all. */
  readonly only?: readonly Tool[] | undefined;
}

/** The registry as entries of tools/list, in the registry's order. */
export function toMcpTools(registry: Registry, { dialect, structured, only }: McpToolsOptions = {}): McpTool[] {
  const specs = registry.list(dialect);
  const outputOf = (tool: Tool) =>
    isStructured(tool, structured, dialect) ? outputSchemaOf(tool, dialect) : undefined;
  if (!only) {
    return specs.flatMap((spec) => {
      const tool = registry.get(spec.tool);
      return tool ? [toMcpTool(spec, tool, outputOf(tool))] : [];
    });
  }
  const byName = new Map(specs.map((spec) => [spec.tool, spec]));
  return only.flatMap((tool) => {
    const spec = byName.get(tool.name);
    return spec ? [toMcpTool(spec, tool, outputOf(tool))] : [];
  });
}

/** MCP takes schemas that model APIs do not, and hosts flatten them for theirs. */
function wholeSchema({ inputSchema }: ToolSpec, { input }: Tool): ToolSpec["inputSchema"] {
  const whole = toJsonSchema(input);
  return ["$ref", "allOf", "anyOf", "oneOf", "not", "if"].some((word) => word in whole) ? whole : inputSchema;
}

/** What `structuredContent` is like: in the camel dialect as its programs know it, else the output. */
export const outputSchemaOf = (tool: Tool, dialect: Dialect | undefined): JsonSchema | undefined =>
  dialect === "camel" ? resultSchema(tool, dialect) : tool.output && toJsonSchema(tool.output, "output");

function toMcpTool(spec: ToolSpec, tool: Tool, outputSchema: JsonSchema | undefined): McpTool {
  const { readOnly, destructive, idempotent, openWorld } = spec.hints;
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    inputSchema: { ...wholeSchema(spec, tool), type: "object" },
    ...(outputSchema && { outputSchema: outputSchema as NonNullable<McpTool["outputSchema"]> }),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  };
}
