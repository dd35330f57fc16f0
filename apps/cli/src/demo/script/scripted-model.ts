import type { LanguageModel } from "ai";

type Model = Extract<LanguageModel, { specificationVersion: "v4" }>;
type Prompt = Parameters<Model["doStream"]>[0]["prompt"];
type StreamPart = Awaited<ReturnType<Model["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** One answer of the model: what it says, and the tools it calls side by side. No call ends its turn. */
export interface Answer {
  readonly say: string;
  readonly calls?: readonly { readonly tool: string; readonly input: object }[];
}

/** Gets what a model would read next: the user's text, or the results of its calls in their order. */
export type Script = Generator<Answer, void, readonly string[]>;

/** A language model of the AI SDK whose answers come from a script instead of a network. */
export function scriptedModel(script: (prompt: string) => Script): Model {
  let running: Script | undefined;
  let calls = 0;

  const next = (prompt: Prompt): Answer => {
    const read = lastTexts(prompt);
    const started = running;
    running ??= script(read.join("\n"));
    const { value } = started ? started.next(read) : running.next([]);
    if (!value) throw new Error("The demo's script has no more answers.");
    return value;
  };

  return {
    specificationVersion: "v4",
    provider: "holdall",
    modelId: "script",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("The scripted model only streams.")),
    async doStream({ prompt }) {
      const { say, calls: wanted = [] } = next(prompt);
      const parts: StreamPart[] = [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "text" },
        ...say.split(/(?<= )/).map((delta) => ({ type: "text-delta" as const, id: "text", delta })),
        { type: "text-end", id: "text" },
        ...wanted.map(({ tool, input }) => ({
          type: "tool-call" as const,
          toolCallId: `script-${++calls}`,
          toolName: tool,
          input: JSON.stringify(input),
        })),
        { type: "finish", finishReason: { unified: wanted.length > 0 ? "tool-calls" : "stop", raw: undefined }, usage },
      ];
      const stream = new ReadableStream<StreamPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
}

/** Tokens are not counted here. */
const usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** The texts of the last message: tool results as a model reads them, or what the user wrote. */
function lastTexts(prompt: Prompt): string[] {
  const last = prompt.at(-1);
  if (last?.role === "tool") {
    const results = last.content.filter((part) => part.type === "tool-result");
    const inOrder = results.sort((a, b) => numberOf(a.toolCallId) - numberOf(b.toolCallId));
    return inOrder.map(({ output }) => outputText(output));
  }
  return last?.role === "user" ? last.content.flatMap((part) => (part.type === "text" ? [part.text] : [])) : [];
}

const numberOf = (toolCallId: string): number => Number(toolCallId.replace("call-", ""));

type ToolMessage = Extract<Prompt[number], { role: "tool" }>;
type Output = Extract<ToolMessage["content"][number], { type: "tool-result" }>["output"];

function outputText(output: Output): string {
  if (output.type === "content") return output.value.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return "value" in output && typeof output.value === "string" ? output.value : JSON.stringify(output);
}
