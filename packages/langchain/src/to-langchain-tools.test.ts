import { memoryBackend } from "@holdall/backends-memory";
import { type AdapterOutcome, type AdapterRun, describeAdapter, type ModelCall } from "@holdall/conformance";
import { ask, createRegistry, openSession, type SessionOptions } from "@holdall/tool-core";
import type { Question } from "@holdall/tool-kit/adapters";
import { fsTools } from "@holdall/tools-fs";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { Command, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { expect, it } from "vitest";
import { type ApprovalAnswer, type LangChainTool, toLangChainTools } from "./index.ts";

const makeFiles = (files = {}) => {
  const backend = memoryBackend({ files });
  return { backend, tools: fsTools({ backend }) };
};

function modelOf(turns: readonly (readonly ModelCall[])[]) {
  const model = fakeModel();
  for (const calls of turns) model.respondWithTools(calls.map(({ id, name, input }) => ({ id, name, args: input })));
  return model.respond(new AIMessage("done"));
}

type Model = ReturnType<typeof modelOf>;

/** A graph of one's own, in which one node makes all calls of a turn. */
const makeGraph = (model: Model, tools: LangChainTool[]) =>
  new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({ messages: [await model.bindTools(tools).invoke(messages)] }))
    .addNode("tools", new ToolNode(tools))
    .addEdge("__start__", "model")
    .addConditionalEdges("model", toolsCondition)
    .addEdge("tools", "model")
    .compile({ checkpointer: new MemorySaver() });

/** LangChain's agent, in which every call is a task of its own. */
const makeAgent = (model: Model, tools: LangChainTool[]) =>
  createAgent({ model, tools, checkpointer: new MemorySaver() }).graph as unknown as ReturnType<typeof makeGraph>;

const runIn =
  (make: typeof makeGraph): AdapterRun =>
  async (session, turns, { answer, signal }) => {
    const model = modelOf(turns);
    const graph = make(model, toLangChainTools(session));
    const config = { configurable: { thread_id: "t" }, signal };
    const progress: unknown[] = [];
    let input: Parameters<typeof graph.stream>[0] = { messages: [new HumanMessage("go")] };
    for (;;) {
      for await (const chunk of await graph.stream(input, { ...config, streamMode: "tools" })) progress.push(chunk);
      const asked = (await graph.getState(config)).tasks.flatMap(({ interrupts }) => interrupts as Asked[]);
      if (asked.length === 0) return { heard: heardBy(model), progress };
      const resume: Record<string, ApprovalAnswer> = {};
      for (const { id, value } of asked) resume[id] = { ...value, approved: await answer(value.callId ?? "") };
      input = new Command({ resume });
    }
  };

interface Asked {
  readonly id: string;
  readonly value: Question;
}

const heardBy = (model: Model): AdapterOutcome["heard"] =>
  Object.fromEntries(
    (model.calls.at(-1)?.messages ?? [])
      .filter((message) => ToolMessage.isInstance(message))
      .map((message) => {
        const blocks = message.contentBlocks;
        return [
          message.tool_call_id,
          {
            text: blocks.flatMap((block) => (block.type === "text" ? block.text : [])).join("\n"),
            images: blocks.flatMap((block) => (block.type === "image" ? String(block.data) : [])),
          },
        ] as const;
      }),
  );

describeAdapter("LangGraph with a ToolNode", makeFiles, runIn(makeGraph), { can: { progress: true } });
describeAdapter("LangChain's createAgent", makeFiles, runIn(makeAgent), { can: { progress: true } });

const open = (files: Record<string, string>, more: Partial<SessionOptions> = {}) =>
  openSession(createRegistry(makeFiles(files).tools), { policy: () => ({ effect: "allow" }), ...more });
const toolOf = (session: ReturnType<typeof open>, name: string) => {
  const [tool] = toLangChainTools(session, { only: [name] });
  if (!tool) throw new Error("no tool");
  return tool;
};
const deleteA: ModelCall = { id: "c1", name: "delete_file", input: { path: "a.txt" } };

it("gives programs the output as artifact, and failures the status error", async () => {
  const tool = toolOf(open({ "/a.txt": "a\n" }), "read_file");
  const call = (path: string) => tool.invoke({ type: "tool_call", id: "c1", name: "read_file", args: { path } });
  expect(await call("a.txt")).toMatchObject({ artifact: { path: "/a.txt", total: 1 }, status: "success" });
  expect(await call("b.txt")).toMatchObject({ artifact: { error: { code: "not_found" } }, status: "error" });
});

it("runs outside of a conversation: content, or the error thrown", async () => {
  const tool = toolOf(open({ "/a.txt": "a\n" }), "read_file");
  expect(await tool.invoke({ path: "a.txt" })).toContain("1  a");
  await expect(tool.invoke({ path: "b.txt" })).rejects.toMatchObject({ code: "not_found" });
});

it("tells a model the schema in the dialect that is asked for", () => {
  const [tool] = toLangChainTools(open({}), { only: ["read_file"], dialect: "camel" });
  expect(tool?.name).toBe("readFile");
  expect(toJsonSchema(tool?.schema ?? {})).toMatchObject({
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
  });
  expect(() => toLangChainTools(open({}), { only: ["read_fil"] })).toThrow('`only` names the tool "read_fil"');
});

it("takes an answer that names no question for a no, and says so", async () => {
  const model = modelOf([[deleteA]]);
  const session = open({ "/a.txt": "a" }, { policy: ask() });
  const graph = makeGraph(model, toLangChainTools(session));
  const config = { configurable: { thread_id: "t" } };
  await graph.invoke({ messages: [new HumanMessage("go")] }, config);
  await graph.invoke(new Command({ resume: true }), config);
  expect(heardBy(model).c1?.text).toContain("was not { ...question, approved: true or false }");
});

it("leaves questions to the session when told to, and needs a checkpointer otherwise", async () => {
  const asked: string[] = [];
  const approve = ({ prompt }: { prompt: string }) => asked.push(prompt) > 0;
  const session = open({ "/a.txt": "a" }, { policy: ask(), approve });
  await expect(toolOf(session, "delete_file").invoke({ path: "a.txt" })).rejects.toThrow(/interrupt/);
  const [tool] = toLangChainTools(session, { only: ["delete_file"], approvals: "session" });
  expect(await tool?.invoke({ path: "a.txt" })).toBe("Deleted /a.txt.");
  expect(asked).toEqual(["Delete file: delete /a.txt"]);
});
