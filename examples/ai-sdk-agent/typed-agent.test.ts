import { memoryBackend } from "@holdall/backends-memory";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { reportChanges } from "./typed-agent.ts";

test("an agent whose calls the compiler knows reads what it is told of, and reports what it changed", async () => {
  const backend = memoryBackend({ files: { "/AGENTS.md": "Write in capitals.\n", "/a.txt": "one\ntwo\n" } });
  const turns = [
    ["read_file", { path: "a.txt" }],
    ["edit_file", { path: "a.txt", old_string: "two", new_string: "TWO" }],
    ["edit_file", { path: "a.txt", old_string: "three", new_string: "THREE" }],
  ] as const;
  let turn = 0;
  const usage = {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  };
  const model = new MockLanguageModelV4({
    async doGenerate() {
      const [toolName, input] = turns[turn] ?? [];
      const toolCallId = `call-${turn++}`;
      const rest = { finishReason: { unified: "tool-calls" as const, raw: undefined }, usage, warnings: [] };
      if (toolName === undefined) return { content: [{ type: "text", text: "Done." }], ...rest };
      return { content: [{ type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) }], ...rest };
    },
  });

  const report = await reportChanges(model, "Write the second word in capitals.", { backend });

  expect(report).toMatch(/^a\.txt\n/);
  expect(report).toContain("TWO");
  expect(report).not.toContain("THREE");
  expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain("Write in capitals.");
});
