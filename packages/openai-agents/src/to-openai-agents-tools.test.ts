import { memoryBackend } from "@holdall/backends-memory";
import { type AdapterRun, describeAdapter, type ModelResult } from "@holdall/conformance";
import { ask, createRegistry, deny, firstOf, openSession, type Session, toPath } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { Agent, Runner, RunState } from "@openai/agents-core";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents-core/testing";
import { expect, it } from "vitest";
import { toOpenAIAgentsTools } from "./to-openai-agents-tools.ts";

const runner = new Runner({ tracingDisabled: true });
const modelOf = (...turns: ConstructorParameters<typeof ScriptedModel>[0][]) =>
  new ScriptedModel([...turns.flatMap((turn) => [...(turn ?? [])]), [assistantMessage("done")]]);

/** What the model was sent for a call: text as such, or a list of texts, images and files. */
type Output = string | Part | readonly Part[];
type Part = { readonly type: string; readonly text?: string; readonly image?: string };

function heardOf(output: Output): ModelResult {
  const parts: readonly Part[] = [output]
    .flat()
    .map((part) => (typeof part === "string" ? { type: "text", text: part } : part));
  return {
    text: parts.flatMap(({ text }) => text ?? []).join("\n"),
    images: parts.flatMap(({ image }) => image?.replace("data:image/png;base64,", "") ?? []),
  };
}

const run: AdapterRun = async (session, turns, { answer, signal }) => {
  const model = modelOf(
    turns.map((calls) => calls.map(({ id, name, input }) => functionCall(name, input, { callId: id }))),
  );
  const agent = new Agent({ name: "worker", model, tools: toOpenAIAgentsTools(session) });
  let result = await runner.run(agent, "go", { signal });
  while (result.interruptions.length > 0) {
    for (const interruption of result.interruptions) {
      if (await answer("callId" in interruption.rawItem ? interruption.rawItem.callId : ""))
        result.state.approve(interruption);
      else result.state.reject(interruption);
    }
    result = await runner.run(agent, result.state, { signal });
  }
  const items = [model.lastCall?.request.input ?? []].flat();
  const heard = items.flatMap((item) =>
    typeof item !== "string" && item.type === "function_call_result"
      ? [[item.callId, heardOf(item.output as Output)] as const]
      : [],
  );
  return { heard: Object.fromEntries(heard), progress: [] };
};

const makeFiles = (files = {}) => {
  const backend = memoryBackend({ files });
  return { backend, tools: fsTools({ backend }) };
};

describeAdapter("the OpenAI Agents SDK", makeFiles, run);

const remove = [[functionCall("delete_file", { path: "a.txt" }, { callId: "c1" })]];
const openWith = (tools: ReturnType<typeof makeFiles>["tools"]): Session =>
  openSession(createRegistry(tools), { policy: ask() });

it("takes an approval in another process, where the session has not asked", async () => {
  const { backend, tools } = makeFiles({ "/a.txt": "a\n" });
  const agentOf = (session: Session) =>
    new Agent({ name: "worker", model: modelOf(remove), tools: toOpenAIAgentsTools(session) });
  const asked = await runner.run(agentOf(openWith(tools)), "go");
  const agent = new Agent({ name: "worker", model: modelOf(), tools: toOpenAIAgentsTools(openWith(tools)) });
  const state = await RunState.fromString(agent, asked.state.toString());
  for (const interruption of state.getInterruptions()) state.approve(interruption);
  expect((await runner.run(agent, state)).finalOutput).toBe("done");
  expect(await backend.stat(toPath("/a.txt"))).toBeNull();
});

it("runs later calls of a tool that is approved for good, and nothing that the policy denies", async () => {
  const { backend, tools } = makeFiles({ "/a.txt": "a\n", "/b.txt": "b\n", "/kept/c.txt": "c\n" });
  const session = openSession(createRegistry(tools), { policy: firstOf(deny({ under: "/kept" }), ask()) });
  const removeOf = (path: string, callId: string) => [functionCall("delete_file", { path }, { callId })];
  const model = modelOf([removeOf("a.txt", "c1"), removeOf("b.txt", "c2"), removeOf("kept/c.txt", "c3")]);
  const agent = new Agent({ name: "worker", model, tools: toOpenAIAgentsTools(session) });
  const asked = await runner.run(agent, "go");
  for (const interruption of asked.interruptions) asked.state.approve(interruption, { alwaysApprove: true });
  expect((await runner.run(agent, asked.state)).interruptions).toEqual([]);
  expect(await Promise.all(["/a.txt", "/b.txt"].map((path) => backend.stat(toPath(path))))).toEqual([null, null]);
  expect(await backend.stat(toPath("/kept/c.txt"))).not.toBeNull();
});

it("leaves questions to the session when told to", async () => {
  const { tools } = makeFiles({ "/a.txt": "a\n" });
  const asked: string[] = [];
  const approve = ({ prompt }: { prompt: string }) => asked.push(prompt) > 0;
  const session = openSession(createRegistry(tools), { policy: ask(), approve });
  const own = toOpenAIAgentsTools(session, { approvals: "session" });
  const result = await runner.run(new Agent({ name: "worker", model: modelOf(remove), tools: own }), "go");
  expect(result.interruptions).toEqual([]);
  expect(asked).toEqual(["Delete file: delete /a.txt"]);
});

it("offers a choice of tools in the dialect that is asked for", () => {
  const session = openWith(makeFiles().tools);
  const names = toOpenAIAgentsTools(session, { only: ["read_file", "Edit"], dialect: "claude" }).map(
    ({ name }) => name,
  );
  expect(names).toEqual(["Read", "Edit"]);
  expect(() => toOpenAIAgentsTools(session, { only: ["read_fil"] })).toThrow('`only` names the tool "read_fil"');
});
