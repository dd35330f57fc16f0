import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";

export type FetchUrlInput = z.infer<typeof input>;
const input = z.object({ text: z.string().describe("What to work on") });

/** Say in one sentence what this tool does. */
export function fetchUrl(): Tool<FetchUrlInput, { text: string }> {
  return defineTool({
    name: "fetch_url",
    category: "web",
    description: "What it does, when to use it, and when not to.",
    examples: ["How a person would ask for it"],
    input,
    hints: { readOnly: true, openWorld: false },
    access: () => [],
    execute: ({ text }) => ({ text }),
    render: ({ text }) => text,
  });
}
