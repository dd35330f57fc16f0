import { allow, createRegistry, defineTool, openSession, text } from "@holdall/tool-core";
import { type TaskResult, task } from "@holdall/tools-agents";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { loadSdk, type Message, scriptedModel } from "./_sdks.fixture.ts";

const picture = defineTool({
  name: "show_image",
  category: "test",
  description: "Shows one.",
  input: z.object({}),
  hints: { readOnly: true, openWorld: false },
  execute: () => ({ width: 1 }),
  render: () => [text("One pixel:"), { type: "file", mediaType: "image/png", data: new Uint8Array([1]) }],
});

const input = { description: "look at it", prompt: "What is there?" };

describe.each([6, 7] as const)("ai %i", async (version) => {
  const { aiAgentRunner } = await loadSdk(version);

  it("is the model of an agent: calls, results with files, tokens, the text at the end", async () => {
    const { model, calls } = await scriptedModel(version, [[{ name: "show_image", input: {} }], "A pixel."]);
    const runner = aiAgentRunner({ model, cost: ({ input, output }) => (input + output) / 100 });
    const registry = createRegistry([picture, task({ runner, agents: [{ name: "general", description: "Any." }] })]);
    const session = openSession(registry, { policy: allow() });
    const result = await session.call("task", input);
    expect(result).toMatchObject({
      ok: true,
      output: {
        end: "completed",
        report: "A pixel.",
        turns: 2,
        tokens: { input: 2, cached: 0, output: 2 },
        cost: 0.04,
      },
    });
    const [first, second] = calls;
    expect(first?.prompt.map(({ role }: Message) => role)).toEqual(["system", "user"]);
    expect(first?.tools.map(({ name }) => name)).toEqual(["show_image", "task"]);
    expect(second?.prompt.at(-1)).toMatchObject({
      role: "tool",
      content: [{ output: { value: [{ type: "text" }, { type: version === 6 ? "image-data" : "file" }] } }],
    });

    const { task_id } = (result as { output: TaskResult }).output;
    await session.call("task", { ...input, prompt: "And now?", task_id });
    expect(calls[2]?.prompt.map(({ role }: Message) => role)).toEqual([
      ...["system", "user", "assistant", "tool", "assistant", "user"],
    ]);
  });

  it("chooses among the host's models, and no other", async () => {
    const [usual, small] = await Promise.all(["usual", "small"].map((said) => scriptedModel(version, [said])));
    const runner = aiAgentRunner({ model: usual!.model, models: { usual: usual!.model, small: small!.model } });
    const agents = [
      { name: "general", description: "Any." },
      { name: "lost", description: "None.", model: "gone" },
    ] as const;
    const session = openSession(createRegistry([task({ runner, agents, models: ["usual", "small"] })]), {
      policy: allow(),
    });
    const run = async (more: object) => (await session.call("task", { ...input, ...more })) as { output: TaskResult };
    expect((await run({ model: "small" })).output.report).toBe("small");
    expect((await run({})).output.report).toBe("usual");
    expect((await run({ agent: "lost" })).output).toMatchObject({ end: "failed" });
  });
});
