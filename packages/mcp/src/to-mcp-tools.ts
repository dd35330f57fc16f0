import type { Dialect, Registry, ToolSpec } from "@holdall/tool-core";
import type { Tool as McpTool } from "@modelcontextprotocol/server";
import { isStructured, type Structured } from "./structured.ts";

export interface McpToolsOptions {
  readonly dialect?: Dialect | undefined;
  readonly structured?: Structured | undefined;
}

/** The registry as entries of tools/list, in the registry's order. */
export function toMcpTools(registry: Registry, { dialect, structured }: McpToolsOptions = {}): McpTool[] {
  return registry.list(dialect).flatMap((spec) => {
    const tool = registry.get(spec.tool);
    return tool ? [toMcpTool(spec, isStructured(tool, structured))] : [];
  });
}

function toMcpTool(spec: ToolSpec, structured: boolean): McpTool {
  const { readOnly, destructive, idempotent, openWorld } = spec.hints;
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    inputSchema: { ...spec.inputSchema, type: "object" },
    ...(structured && spec.outputSchema && { outputSchema: spec.outputSchema }),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  };
}
