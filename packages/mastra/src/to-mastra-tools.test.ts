import { memoryBackend } from "@holdall/backends-memory";
import { type AdapterRun, describeAdapter, type Heard, type ModelCall } from "@holdall/conformance";
import type { Session } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { InMemoryStore } from "@mastra/core/storage";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai7/test";
import { type SuspendedQuestion, toMastraTools } from "./index.ts";

const makeFiles = (files = {}) => {
  const backend = memoryBackend({ files });
  return { backend, tools: fsTools({ backend }) };
};

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"] extends ReadableStream<infer T> ? T : never;
type Prompt = MockLanguageModelV4["doStreamCalls"][number]["prompt"];
type Output = Extract<Extract<Prompt[number], { role: "tool" }>["content"][number], { type: "tool-result" }>["output"];

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** A model that makes the calls of one turn after the other, then says that it is done. */
function modelOf(turns: readonly (readonly ModelCall[])[]): MockLanguageModelV4 {
  let turn = 0;
  return new MockLanguageModelV4({
    async doStream() {
      const calls = turns[turn++];
      const parts: StreamPart[] = calls?.map(({ id, name, input }) => ({
        type: "tool-call",
        toolCallId: id,
        toolName: name,
        input: JSON.stringify(input),
      })) ?? [
        { type: "text-start", id: "t" },
        { type: "text-delta", id: "t", delta: "done" },
        { type: "text-end", id: "t" },
      ];
      const unified = calls ? "tool-calls" : "stop";
      return {
        stream: convertArrayToReadableStream<StreamPart>([
          { type: "stream-start", warnings: [] },
          ...parts,
          { type: "finish", finishReason: { unified, raw: undefined }, usage },
        ]),
      };
    },
  });
}

function openAgent(session: Session, model: MockLanguageModelV4) {
  const worker = new Agent({
    id: "worker",
    name: "worker",
    instructions: "",
    model: model as MastraModelConfig,
    tools: toMastraTools(session),
  });
  return new Mastra({ agents: { worker }, storage: new InMemoryStore(), logger: false }).getAgent("worker");
}

const run: AdapterRun = async (session, turns, { answer, signal }) => {
  const model = modelOf(turns);
  const agent = openAgent(session, model);
  const progress: unknown[] = [];
  let stream = await agent.stream("go", { abortSignal: signal });
  for (;;) {
    let asked: { toolCallId: string; suspendPayload: SuspendedQuestion } | undefined;
    for await (const chunk of stream.fullStream) {
      if (chunk.type === "tool-output") progress.push(chunk.payload.output);
      if (chunk.type === "tool-call-suspended") asked = chunk.payload;
    }
    if (!asked) return { heard: heardBy(model), progress };
    const { toolCallId, suspendPayload } = asked;
    const approved = await answer(toolCallId);
    stream = await agent.resumeStream({ ...suspendPayload, approved }, { runId: stream.runId, toolCallId });
  }
};

function heardBy(model: MockLanguageModelV4): Record<string, Heard> {
  const prompt = model.doStreamCalls.at(-1)?.prompt ?? [];
  const results = prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
  return Object.fromEntries(
    results.flatMap((part) => (part.type === "tool-result" ? [[part.toolCallId, heardOf(part.output)] as const] : [])),
  );
}

function heardOf(output: Output): Heard {
  if (output.type === "text" || output.type === "error-text") return { text: output.value, images: [] };
  const parts = output.type === "content" ? output.value : [];
  return {
    text: parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n"),
    images: parts.flatMap((part) => (part.type === "file" && part.data.type === "data" ? String(part.data.data) : [])),
  };
}

describeAdapter("Mastra", makeFiles, run, { can: { progress: true } });
