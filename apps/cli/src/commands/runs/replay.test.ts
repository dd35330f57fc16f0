import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toAiTools } from "@holdall/ai-sdk";
import { replayCalls } from "@holdall/middleware";
import { recordCalls } from "@holdall/middleware/node";
import { coding } from "@holdall/presets/coding";
import { type Middleware, openSession } from "@holdall/tool-core";
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { afterAll, expect, test } from "vitest";

const root = mkdtempSync(join(tmpdir(), "holdall-replay-"));
const file = `${root}.jsonl`;
afterAll(() => [root, file].map((each) => rmSync(each, { recursive: true, force: true })));

type Step = readonly { readonly tool: string; readonly input: object }[];

/** An agent whose model makes these calls, step by step; resolves to what the model read of each step. */
async function agent(steps: readonly Step[], middleware: Middleware): Promise<unknown[]> {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };
  let at = 0;
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      const step = steps[at++] ?? [];
      const calls = step.map(({ tool, input }, i) => ({
        type: "tool-call" as const,
        toolCallId: `${at}-${i}`,
        toolName: tool,
        input: JSON.stringify(input),
      }));
      const unified = step.length > 0 ? "tool-calls" : "stop";
      return { content: calls, finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
  const preset = coding({ root, shell: false });
  await using session = openSession(preset.registry, { ...preset, use: [middleware, ...(preset.use ?? [])] });
  await generateText({ model, prompt: "go", tools: toAiTools(session), stopWhen: isStepCount(9) });
  return model.doGenerateCalls.slice(1).map(({ prompt }) => prompt.at(-1)?.content);
}

const steps: readonly Step[] = [
  [
    { tool: "read_file", input: { path: "a.txt" } },
    { tool: "grep_files", input: { pattern: "two" } },
  ],
  [{ tool: "edit_file", input: { path: "a.txt", old_string: "two", new_string: "2" } }],
];

test("an agent of the AI SDK is tested on what was recorded: its model reads the same, and nothing is touched", async () => {
  writeFileSync(join(root, "a.txt"), "one\ntwo\n");
  const recorder = recordCalls({ file });
  const first = await agent(steps, recorder.middleware);
  await recorder.flush();
  expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("one\n2\n");
  rmSync(join(root, "a.txt"));

  const replay = replayCalls(readFileSync(file, "utf8"));
  const [again, edited] = await agent(steps, replay.middleware);
  expect([again, edited]).toEqual(first);
  expect(JSON.stringify(again)).toContain("1  one");
  replay.check();
  expect(existsSync(join(root, "a.txt"))).toBe(false);

  const other = replayCalls(readFileSync(file, "utf8"));
  const strays: readonly Step[] = [
    steps[0] ?? [],
    [{ tool: "edit_file", input: { path: "a.txt", old_string: "two", new_string: "3" } }],
  ];
  const [, told] = await agent(strays, other.middleware);
  expect(JSON.stringify(told)).toMatch(/was not recorded.*differs in new_string/);
  expect(() => other.check()).toThrow("was not recorded");
});
