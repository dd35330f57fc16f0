import type { LanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** A model that needs no key: it looks around, wants to delete two files, and reports what came of it. */
export function scriptedModel(): LanguageModel {
  const call = (toolCallId: string, toolName: string, input: object) =>
    ({ type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) }) as const;

  return new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const results = prompt.flatMap(({ role, content }) =>
        role === "tool" ? content.filter((part) => part.type === "tool-result") : [],
      );
      const ending = { finishReason: { unified: "tool-calls" as const, raw: undefined }, usage, warnings: [] };
      if (results.length === 0) return { content: [call("look", "list_files", {})], ...ending };
      if (results.length === 1) {
        const content = [
          call("first", "delete_file", { path: "debug.log" }),
          call("second", "delete_file", { path: "notes.md" }),
        ];
        return { content, ...ending };
      }
      const deleted = results.filter(({ toolName, output }) => toolName === "delete_file" && output.type === "text");
      const text = `Deleted ${deleted.length} of the 2 files that I wanted to delete.`;
      return { content: [{ type: "text", text }], ...ending, finishReason: { unified: "stop", raw: undefined } };
    },
  });
}
