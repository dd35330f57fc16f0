import type { Preset } from "@holdall/presets";
import type { ToolSpec } from "@holdall/tool-core";
import { estimateTokens } from "./estimate-tokens.ts";

/** About how many tokens a model reads of a preset in every request. */
export interface ToolCosts {
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  /** Of all tools that a model sees from the start. */
  readonly definitions: number;
  readonly instructions: number;
  readonly total: number;
}

/** What each tool of a preset costs: its name, description and input schema, as they are sent. */
export function toolCosts({ registry, dialect, instructions, expose }: Preset): ToolCosts {
  const shown = new Set(expose({ state: (key) => key.create() }).map(({ name }) => name));
  const specs = registry.list(dialect).filter(({ tool }) => shown.has(tool));
  const tools = specs.map((spec) => ({ name: spec.name, tokens: estimateTokens(definition(spec)) }));
  const definitions = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  const prose = estimateTokens(instructions);
  return { tools, definitions, instructions: prose, total: definitions + prose };
}

const definition = ({ name, description, inputSchema }: ToolSpec): string =>
  JSON.stringify({ name, description, inputSchema });
