/** For `toAnthropic(registry, { native })`: the memory tool with the type that Anthropic's models were trained with. */
export const anthropicMemory = { memory: "memory_20250818" } as const;
