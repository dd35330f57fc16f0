import { aiAgentRunner, toAiTools } from "@holdall/ai-sdk";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { type Agent, task } from "@holdall/tools-agents";
import { fsTools } from "@holdall/tools-fs";
import { ToolLoopAgent } from "ai7";
import { MockLanguageModelV4 } from "ai7/test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { type BenchRows, difference, interleave, median, row } from "./lib/harness.ts";

export const about =
  "The task tool: a spawn until the agent's model is asked, against a bare ToolLoopAgent; tokens of its schema";

const agents: readonly [Agent, ...Agent[]] = [
  { name: "general", description: "Any task that takes several steps." },
  {
    name: "explore",
    description: "Finds and reads files, changes nothing.",
    tools: ["read_file", "grep_files", "glob_files"],
  },
  { name: "review", description: "Reads a change and says what is wrong with it.", tools: ["read_file", "grep_files"] },
];

export async function* rows(): BenchRows {
  const files = fsTools({ backend: memoryBackend() });
  let asked = 0;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = new MockLanguageModelV4({
    async doGenerate() {
      asked = performance.now();
      const content = [{ type: "text" as const, text: "Done." }];
      return { content, finishReason: { unified: "stop" as const, raw: undefined }, usage, warnings: [] };
    },
  });
  const registry = createRegistry([
    ...files,
    task({ runner: aiAgentRunner({ model }), agents, limits: { total: 1_000 } }),
  ]);
  const input = { description: "look around", prompt: "What is here?" };

  const samples = await interleave({
    async spawn() {
      await using session = openSession(registry, { policy: allow() });
      const start = performance.now();
      const result = await session.call("task", input);
      if (!result.ok) throw result.error;
      return asked - start;
    },
    async bare() {
      await using session = openSession(registry, { policy: allow() });
      const start = performance.now();
      const agent = new ToolLoopAgent({
        model,
        instructions: "Work.",
        tools: toAiTools(session, { only: files.map(({ name }) => name) }),
      });
      await agent.generate({ prompt: input.prompt });
      return asked - start;
    },
  });
  const unit = "ms";
  yield row("a spawn until the first model call", "nothing", median(samples.spawn), { unit });
  yield row("a ToolLoopAgent until its first model call", "nothing", median(samples.bare), { unit });
  yield row("what a spawn takes longer", "a bare ToolLoopAgent", difference(samples.spawn, samples.bare), {
    unit,
    most: 5,
  });

  for (const [what, more] of [
    ["task with three agents", {}],
    ["  with background and three models", { background: true, models: ["fast", "usual", "best"] }],
  ] as const) {
    const [spec] = createRegistry([task({ runner: aiAgentRunner({ model }), agents, ...more })]).list();
    const { name, description, inputSchema } = spec!;
    const tokens = encode(JSON.stringify({ name, description, inputSchema })).length;
    yield row(what, "nothing", tokens, { unit: "tokens", most: 350 });
  }
}
