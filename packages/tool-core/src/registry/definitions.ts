import type { JsonSchema } from "../json.ts";
import { rewriteSchema } from "../schema/rewrite-schema.ts";
import { isForeign, toJsonSchema } from "../schema/schema.ts";
import type { Tool } from "../tool.ts";
import type { Dialect } from "./dialect.ts";
import { paramName, spellPresent, toolName } from "./names.ts";
import type { Registry, ToolSpec } from "./types.ts";

/** Describe one tool in a dialect: names, parameters (nested too) and the tool names in its description. */
export function toolSpec(tool: Tool, registry: Registry, dialect: Dialect): ToolSpec {
  const { name, title, input, output, hints } = tool;
  const schema = toJsonSchema(input);
  return {
    name: toolName(tool, dialect),
    tool: name,
    title,
    description: spellPresent(tool.description.split(/(?<=[.!?])\s+/), registry, dialect).join(" "),
    inputSchema: isForeign(input) ? schema : rewriteSchema(schema, (key) => paramName(tool, key, dialect)),
    get outputSchema() {
      return output && toJsonSchema(output, "output");
    },
    hints,
  };
}

export interface OpenAITool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema };
}

/** The registry as OpenAI function-calling definitions. */
export function toOpenAI(registry: Registry, { dialect }: { readonly dialect?: Dialect } = {}): OpenAITool[] {
  return registry.list(dialect).map(({ name, description, inputSchema: parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
}

export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

/** The registry as tools of Anthropic's Messages API. */
export function toAnthropic(registry: Registry, { dialect }: { readonly dialect?: Dialect } = {}): AnthropicTool[] {
  return registry
    .list(dialect)
    .map(({ name, description, inputSchema: input_schema }) => ({ name, description, input_schema }));
}
