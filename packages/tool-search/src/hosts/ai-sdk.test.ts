import { deferTools } from "@holdall/ai-sdk";
import { generateText, stepCountIs, type ToolSet, toolSearch as toolSearchOfAi } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { openOffice } from "../_catalog.fixture.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const call = (toolName: string, input: object) => ({
  content: [{ type: "tool-call" as const, toolCallId: toolName, toolName, input: JSON.stringify(input) }],
  finishReason: { unified: "tool-calls" as const, raw: undefined },
  usage,
  warnings: [],
});

const issue = "mcp__github__create_issue";
const always = ["send_message", "create_invoice", "read_calendar", "delete_file", "translate_text", "tool_search"];

/** What the model saw in each step, and the last result, for a search and a call of what it found. */
async function runOffice(by: Parameters<typeof deferTools>[2]) {
  const { catalog, session } = openOffice();
  const model = new MockLanguageModelV4({
    doGenerate: [call("tool_search", { query: `select:${issue}` }), call(issue, { target_name: "a" }), call("x", {})],
  });
  const settings = deferTools(session, catalog, by);
  const { steps } = await generateText<ToolSet>({ model, prompt: "go", stopWhen: stepCountIs(2), ...settings });
  return {
    seen: model.doGenerateCalls.map(({ tools = [] }) => tools.map(({ name }) => name)),
    output: steps.at(-1)?.toolResults[0]?.output,
    read: JSON.stringify(model.doGenerateCalls[1]?.prompt),
  };
}

test("the AI SDK sees what the catalogue exposes, step by step", async () => {
  const { seen, output } = await runOffice({});
  expect(seen).toEqual([always, [...always, issue]]);
  expect(output).toEqual({ target_name: "a" });
});

test("by Anthropic, a search is read as references to tools that were sent", async () => {
  const { seen, output, read } = await runOffice({ by: "anthropic" });
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[0]).toEqual([...always, issue, "mcp__gitlab__create_issue"]);
  expect(read).toContain(`{"anthropic":{"type":"tool-reference","toolName":"${issue}"}}`);
  expect(output).toEqual({ target_name: "a" });
});

test("by ai 7's toolSearch, with this package's search behind it", async () => {
  const { seen, output } = await runOffice({ by: toolSearchOfAi });
  expect(seen.map((names) => names.includes(issue))).toEqual([false, true]);
  expect(output).toEqual({ target_name: "a" });
});
