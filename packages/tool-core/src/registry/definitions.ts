import type { JsonSchema } from "../json.ts";
import { flattenTop } from "../schema/flatten-top.ts";
import { rewriteSchema } from "../schema/rewrite-schema.ts";
import { isForeign, toJsonSchema } from "../schema/schema.ts";
import type { Tool } from "../tool.ts";
import type { Dialect } from "./dialect.ts";
import { paramName, spellParams, spellPresent, toolName } from "./names.ts";
import type { Registry, ToolSpec } from "./types.ts";

/** Describe one tool in a dialect: its names, its parameters (also nested ones) and the tool names in its description. */
export function toolSpec(tool: Tool, registry: Registry, dialect: Dialect): ToolSpec {
  const { name, title, input, output, hints } = tool;
  const schema = toJsonSchema(input);
  const said = spellPresent(tool.description.split(/(?<=[.!?])\s+/), registry, dialect).join(" ");
  const rename = (key: string) => paramName(tool, key, dialect);
  return {
    name: toolName(tool, dialect),
    tool: name,
    title,
    description: isForeign(input) ? said : spellParams(said, tool, dialect),
    inputSchema: flattenTop(
      isForeign(input) ? schema : rewriteSchema(schema, rename, (text) => spellParams(text, tool, dialect)),
    ),
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

/** Convert the registry to OpenAI function-calling definitions, without tools that only programs call. */
export function toOpenAI(registry: Registry, { dialect }: { readonly dialect?: Dialect } = {}): OpenAITool[] {
  return registry
    .list(dialect)
    .flatMap(({ name, tool, description, inputSchema: parameters }) =>
      isForPrograms(registry, tool) ? [] : { type: "function", function: { name, description, parameters } },
    );
}

export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  /** Who can call the tool: the model, and programs that run at Anthropic. */
  readonly allowed_callers?: readonly string[];
}

/** A tool with a native Anthropic type, whose schema the models know. */
export interface AnthropicNativeTool {
  readonly type: string;
  readonly name: string;
}

export interface AnthropicOptions {
  readonly dialect?: Dialect;
  /** Canonical tool name to native Anthropic type, such as `{ memory: "memory_20250818" }`. */
  readonly native?: Readonly<Record<string, string>>;
  /**
   * The type of the tool that runs programs at Anthropic, such as `code_execution_20260120`. Each tool then declares whether
   * programs may call it. Without it, tools that only programs call are left out.
   */
  readonly programs?: string | undefined;
}

/** Convert the registry to tools of Anthropic's Messages API. */
export function toAnthropic(registry: Registry, options?: Omit<AnthropicOptions, "native">): AnthropicTool[];
export function toAnthropic(registry: Registry, options: AnthropicOptions): (AnthropicTool | AnthropicNativeTool)[];
export function toAnthropic(
  registry: Registry,
  { dialect, native = {}, programs }: AnthropicOptions = {},
): (AnthropicTool | AnthropicNativeTool)[] {
  return registry.list(dialect).flatMap(({ name, tool, description, inputSchema: input_schema }) => {
    if (programs === undefined && isForPrograms(registry, tool)) return [];
    const type = native[tool];
    if (type !== undefined) return { type, name };
    const allowed = programs === undefined ? {} : { allowed_callers: callersOf(registry.get(tool), programs) };
    return { name, description, input_schema, ...allowed };
  });
}

const isForPrograms = (registry: Registry, tool: string): boolean => registry.get(tool)?.program === "only";

function callersOf(tool: Tool | undefined, programs: string): string[] {
  const { program = "both" } = tool ?? {};
  return [...(program === "only" ? [] : ["direct"]), ...(program === "never" ? [] : [programs])];
}
