import { mapSchemaKeys } from "./_schema-keys.ts";
import { namesOnlyPresent } from "./instructions.ts";
import type { JsonSchema } from "./json.ts";
import { type Dialect, paramName, spellToolNames, toolName } from "./names.ts";
import type { Registry } from "./registry.ts";
import { toJsonSchema } from "./schema.ts";
import type { Hints, Tool } from "./tool.ts";

/** What a model is told about a tool, in one dialect. */
export interface ToolSpec {
  readonly name: string;
  /** The canonical name. */
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly hints: Hints;
}

/** Describe one tool in a dialect: names, parameters (nested too) and the tool names in its description. */
export function toolSpec(tool: Tool, registry: Registry, dialect: Dialect): ToolSpec {
  const rename = (key: string) => paramName(tool, key, dialect);
  const nameOf = (name: string) => {
    const other = registry.get(name);
    return other && toolName(other, dialect);
  };
  const inputSchema = toJsonSchema(tool.input);
  return {
    name: toolName(tool, dialect),
    tool: tool.name,
    title: tool.title,
    description: describe(tool.description, nameOf),
    inputSchema: dialect === "snake" ? inputSchema : mapSchemaKeys(inputSchema, rename),
    ...(tool.output && { outputSchema: toJsonSchema(tool.output, "output") }),
    hints: tool.hints,
  };
}

/** A description in a dialect, without the sentences that name tools which are not there. */
function describe(description: string, nameOf: (canonical: string) => string | undefined): string {
  const sentences = description.split(/(?<=[.!?])\s+/).filter((sentence) => namesOnlyPresent(sentence, nameOf));
  return spellToolNames(sentences.join(" "), nameOf);
}

export interface OpenAITool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema };
}

/** The registry as OpenAI function-calling definitions. */
export function toOpenAI(registry: Registry, { dialect }: { readonly dialect?: Dialect } = {}): OpenAITool[] {
  return registry.list(dialect).map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: inputSchema },
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
    .map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
}
