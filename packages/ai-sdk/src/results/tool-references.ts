/** Tools by name, for a model of Anthropic that has their definitions: `tool_reference` in its own words. */
export interface ToolReferences {
  type: "content";
  value: {
    type: "custom";
    providerOptions: { anthropic: { type: "tool-reference"; toolName: string } };
  }[];
}

/**
 * The deferred tools that a tool_search has loaded, by canonical name and by the model's name; undefined if there are
 * none, and the result is read unchanged. References stand alone, because the API accepts no text beside them.
 */
export function toReferences(output: unknown, waiting: ReadonlyMap<string, string>): ToolReferences | undefined {
  const { tools } = Object(output) as { tools?: unknown };
  if (!Array.isArray(tools)) return undefined;
  const found = tools.flatMap((shown: unknown) => {
    const { tool, input_schema, inputSchema = input_schema } = Object(shown) as Record<string, unknown>;
    return inputSchema === undefined ? [] : (waiting.get(String(tool)) ?? []);
  });
  if (found.length === 0) return undefined;
  return {
    type: "content",
    value: found.map((toolName) => ({
      type: "custom",
      providerOptions: { anthropic: { type: "tool-reference", toolName } },
    })),
  };
}
