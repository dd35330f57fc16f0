import { registerHooks } from "node:module";
import type { LanguageModel, ToolSet } from "ai";
import type { aiAgentRunner } from "./ai-agent-runner.ts";
import type { applyApprovalAnswers } from "./approve/approval-answers.ts";
import type { toolApproval } from "./approve/tool-approval.ts";
import type { DeferredTools, deferTools, ToolSearchOfAi } from "./defer-tools.ts";
import type { toAiTools } from "./to-ai-tools.ts";

/** One turn of a scripted model: calls side by side, or the closing text. */
export type Turn = string | readonly { readonly name: string; readonly input: unknown; readonly id?: string }[];

export interface Message {
  readonly role: string;
  readonly content: string | readonly Part[];
}

export type Part = Readonly<Record<string, unknown>> & { readonly type: string };

export interface Outcome {
  /** Every part of every step, in order. */
  readonly parts: readonly Part[];
  /** What was added to the conversation. */
  readonly messages: readonly Message[];
  /** What the model was sent, by turn. */
  readonly prompts: readonly (readonly Message[])[];
  /** The definitions of the tools in the first turn. */
  readonly tools: readonly Part[];
  /** The names of the tools in the request, by turn. */
  readonly seen: readonly (readonly unknown[])[];
  readonly warnings: readonly unknown[];
}

export interface Sdk {
  readonly version: 6 | 7;
  readonly toAiTools: typeof toAiTools;
  readonly applyApprovalAnswers: typeof applyApprovalAnswers;
  readonly toolApproval: typeof toolApproval;
  readonly deferTools: typeof deferTools;
  readonly aiAgentRunner: typeof aiAgentRunner;
  /** Of ai 7 only. */
  readonly toolSearch: ToolSearchOfAi;
  run(turns: readonly Turn[], options: Options & { stream?: boolean }): Promise<Outcome>;
}

interface Options extends Omit<DeferredTools, "tools"> {
  tools: ToolSet;
  messages?: readonly Message[];
  abortSignal?: AbortSignal;
  toolApproval?: object;
}

interface Call {
  prompt: Message[];
  tools: Part[];
}

interface Model {
  doGenerateCalls: Call[];
  doStreamCalls: Call[];
}

interface Result {
  steps: { content: Part[]; warnings: unknown[] }[];
  response: { messages: Message[] };
  responseMessages?: Message[];
  fullStream: AsyncIterable<Part>;
}

const places = new Map([
  ["6", import.meta.resolve("ai6")],
  ["7", import.meta.resolve("ai7")],
]);

/** What is loaded with `?ai=6` means ai 6 when it says `ai`, and so does what that loads of this package. */
registerHooks({
  resolve(specifier, context, next) {
    const version = /\?ai=(\d)$/.exec(context.parentURL ?? "")?.[1];
    if (version === undefined) return next(specifier, context);
    if (specifier === "ai") return next(places.get(version) ?? specifier, context);
    const found = next(specifier, context);
    return specifier.startsWith("./") ? { ...found, url: `${found.url}?ai=${version}` } : found;
  },
});

/** This package over one version of the SDK, as a host that has it installed would load it. */
export async function loadSdk(version: 6 | 7): Promise<Sdk> {
  const ours: typeof import("./index.ts") = await import(`./index.ts?ai=${version}`);
  const runner: typeof import("./ai-agent-runner.ts") = await import(`./ai-agent-runner.ts?ai=${version}`);
  const ai = await import(`ai${version}`);
  const test = await import(`ai${version}/test`);
  const MockModel = version === 6 ? test.MockLanguageModelV3 : test.MockLanguageModelV4;

  return {
    version,
    toAiTools: ours.toAiTools,
    applyApprovalAnswers: ours.applyApprovalAnswers,
    toolApproval: ours.toolApproval,
    deferTools: ours.deferTools,
    aiAgentRunner: runner.aiAgentRunner,
    toolSearch: ai.toolSearch,
    async run(turns, { stream = false, messages = [{ role: "user", content: "go" }], ...options }) {
      let turn = 0;
      const next = () => contentOf(turns[turn] ?? "done", turn++);
      const model: Model = new MockModel({
        supportedUrls: { "*/*": [/.*/] },
        doGenerate: async () => ({ content: next(), ...ending, warnings: [] }),
        doStream: async () => ({
          stream: test.convertArrayToReadableStream([
            { type: "stream-start", warnings: [] },
            ...streamed(next()),
            finish,
          ]),
        }),
      });
      const settings = { model, messages, stopWhen: ai.stepCountIs(5), maxRetries: 0, onError: () => {}, ...options };
      const parts: Part[] = [];
      const result: Result = stream ? ai.streamText(settings) : await ai.generateText(settings);
      if (stream) for await (const part of result.fullStream) parts.push(part);
      const steps = await result.steps;
      const calls = stream ? model.doStreamCalls : model.doGenerateCalls;
      return {
        parts: stream ? parts : steps.flatMap(({ content }) => content),
        messages: (await result.responseMessages) ?? (await result.response).messages,
        prompts: calls.map(({ prompt }) => prompt),
        tools: calls[0]?.tools ?? [],
        seen: calls.map(({ tools }) => (tools ?? []).map(({ name }) => name)),
        warnings: steps.flatMap(({ warnings }) => warnings ?? []),
      };
    },
  };
}

/** A model of a version of the SDK that gives these answers one after another, and what it was asked. */
export async function scriptedModel(
  version: 6 | 7,
  turns: readonly Turn[],
): Promise<{ readonly model: LanguageModel; readonly calls: readonly Call[] }> {
  const test = await import(`ai${version}/test`);
  const MockModel = version === 6 ? test.MockLanguageModelV3 : test.MockLanguageModelV4;
  let turn = 0;
  const model = new MockModel({
    supportedUrls: { "*/*": [/.*/] },
    doGenerate: async () => ({ content: contentOf(turns[turn] ?? "done", turn++), ...ending, warnings: [] }),
  });
  return { model, calls: model.doGenerateCalls };
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const ending = { finishReason: { unified: "tool-calls", raw: undefined }, usage };
const finish = { type: "finish", ...ending };

function contentOf(turn: Turn, index: number): Part[] {
  if (typeof turn === "string") return [{ type: "text", text: turn }];
  return turn.map(({ name, input, id }, i) => ({
    type: "tool-call",
    toolCallId: id ?? `call-${index}-${i}`,
    toolName: name,
    input: JSON.stringify(input),
  }));
}

function streamed(content: readonly Part[]): object[] {
  return content.flatMap((part) =>
    part.type === "text"
      ? [
          { type: "text-start", id: "t" },
          { type: "text-delta", id: "t", delta: part.text },
          { type: "text-end", id: "t" },
        ]
      : [part],
  );
}
