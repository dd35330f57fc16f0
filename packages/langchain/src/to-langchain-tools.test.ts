import { memoryBackend } from "@holdall/backends-memory";
import { type AdapterOutcome, type AdapterRun, describeAdapter, type ModelCall } from "@holdall/conformance";
import type { Question } from "@holdall/tool-core/approvals";
import { fsTools } from "@holdall/tools-fs";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { Command, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
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
