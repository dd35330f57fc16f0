import type { Dialect, Registry, Tool, ToolSpec } from "@holdall/tool-core";
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
    return tool ? [toMcpTool(spec, tool, isStructured(tool, structured))] : [];
  });
}

function toMcpTool(spec: ToolSpec, tool: Tool, structured: boolean): McpTool {
  const { readOnly, destructive, idempotent, openWorld } = spec.hints;
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    inputSchema: { ...schemaDialect(tool), ...spec.inputSchema, type: "object" },
    ...(structured && spec.outputSchema && { outputSchema: spec.outputSchema }),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  };
}

/** A schema taken over from elsewhere keeps the name of its JSON Schema dialect. */
function schemaDialect({ input }: Tool): { $schema?: unknown } {
  const { vendor, jsonSchema } = input["~standard"];
  if (vendor !== "holdall") return {};
  const { $schema } = jsonSchema.input({ target: "draft-2020-12" });
  return $schema === undefined ? {} : { $schema };
}
