import { rewriteSchema } from "./_rewrite-schema.ts";
import type { JsonSchema } from "./json.ts";
import { type Dialect, paramName, spellPresent, toolName } from "./names.ts";
import type { Registry } from "./registry.ts";
import { isForeign, toJsonSchema } from "./schema.ts";
import type { Hints, Tool } from "./tool.ts";

/** What a model is told about a tool, in one dialect. */
export interface ToolSpec {
  readonly name: string;
  /** The canonical name. */
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Worked out when it is read: most hosts never do, and it is half of what a list costs. */
  readonly outputSchema: JsonSchema | undefined;
  readonly hints: Hints;
}

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
