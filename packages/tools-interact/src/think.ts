import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";

export type ThinkInput = z.infer<typeof input>;

const input = z.object({
  thought: z.string().refine((text) => new TextEncoder().encode(text).length <= 4096, "is longer than 4 kB"),
});

/**
 * Create the tool `think`: lets a model think between calls. It stores nothing and does not repeat the thought, which would
 * cost its tokens twice.
 */
export function think(): Tool<ThinkInput, Record<string, never>, "think", ThinkInput> {
  return defineTool({
    name: "think",
    category: "interaction",
    description: "Think in between calls, about rules or results that conflict. Changes nothing.",
    examples: ["think about this step by step"],
    input,
    output: z.object({}).strict() as z.ZodType<Record<string, never>>,
    hints: { readOnly: true, openWorld: false },
    aliases: {
      claude: { name: "Think" },
      params: { thoughts: "thought", content: "thought" },
    },
    access: () => [],
    execute: () => ({}),
    // APIs of models refuse results without text.
    render: () => "OK.",
  });
}
