import { dynamicTool, isStepCount, jsonSchema, ToolLoopAgent } from "ai";
import { expect, test } from "vitest";
import { type Script, scriptedModel } from "./scripted-model.ts";

const double = dynamicTool({
  inputSchema: jsonSchema({ type: "object" }),
  execute: async (input) => {
    const { n } = input as { n: number };
    await new Promise((resolve) => setImmediate(resolve));
    return n * 2;
  },
});

test("the script reads what its calls returned, in their order, and the user's next words", async () => {
  const read: (readonly string[])[] = [];
  function* script(prompt: string): Script {
    read.push([prompt]);
    read.push(
      yield {
        say: "Doubling.",
        calls: [
          { tool: "double", input: { n: 2 } },
          { tool: "double", input: { n: 3 } },
        ],
      },
    );
    read.push(yield { say: "Done." });
    yield { say: "Bye." };
  }
  const agent = new ToolLoopAgent({ model: scriptedModel(script), tools: { double }, stopWhen: isStepCount(5) });
  const first = await agent.stream({ messages: [{ role: "user", content: "Go" }] });
  expect(await first.finalStep.then(({ text }) => text)).toBe("Done.");
  const messages = [{ role: "user" as const, content: "Go" }, ...(await first.response).messages];
  const second = await agent.stream({ messages: [...messages, { role: "user", content: "Thanks" }] });
  expect(await second.text).toBe("Bye.");
  expect(read.map((texts) => texts.map((text) => text.replace(/\D+(?=\d)/, "").replace(/\}$/, "")))).toEqual([
    ["Go"],
    ["4", "6"],
    ["Thanks"],
  ]);
});
