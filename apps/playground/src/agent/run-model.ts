import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { aiAgentRunner, toAiTools } from "@holdall/ai-sdk";
import { isStepCount, type LanguageModelMiddleware, streamText, wrapLanguageModel } from "ai";
import { instructionsOf, namesOf, type ToolSet } from "../tool-sets.ts";
import type { Transcript } from "../transcript.ts";
import type { WorkspaceSession } from "../workspace/workspace-session.ts";

/** A model behind an address that speaks OpenAI's chat completions. The key is kept in memory and goes to that address only. */
export interface ModelChoice {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string;
}

/** What the user asks of it. */
export interface Task {
  readonly choice: ModelChoice;
  readonly prompt: string;
}

const maxSteps = 30;

/** Let a model work with the tools until it calls no more of them. Throws what the SDK throws. */
export async function runModel(
  { registry, session, setRunner, families, transcript }: WorkspaceSession,
  toolSet: ToolSet,
  { baseUrl, model, key }: ModelChoice,
  prompt: string,
  signal: AbortSignal,
): Promise<void> {
  const provider = createOpenAICompatible({ name: "playground", baseURL: baseUrl, ...(key && { apiKey: key }) });
  setRunner(aiAgentRunner({ model: provider(model) }));
  families.setModel(provider(model));
  const result = streamText({
    model: wrapLanguageModel({ model: provider(model), middleware: writeInto(transcript) }),
    system: instructionsOf(toolSet, registry),
    prompt,
    tools: toAiTools(session, { approvals: "session", only: namesOf(toolSet, registry) }),
    stopWhen: isStepCount(maxSteps),
    abortSignal: signal,
    onError: () => {}, // thrown below, from the stream
  });
  for await (const part of result.fullStream) if (part.type === "error") throw part.error;
}

/** Writes words as they come from the model: before the calls that follow them begin, which a reader of the result may see first. */
function writeInto(transcript: Transcript): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    async wrapStream({ doStream }) {
      const { stream, ...rest } = await doStream();
      const written = new TransformStream<
        typeof stream extends ReadableStream<infer Part> ? Part : never,
        typeof stream extends ReadableStream<infer Part> ? Part : never
      >({
        transform(part, controller) {
          if (part.type === "text-delta") transcript.write("text", part.delta);
          if (part.type === "reasoning-delta") transcript.write("reasoning", part.delta);
          controller.enqueue(part);
        },
      });
      return { stream: stream.pipeThrough(written), ...rest };
    },
  };
}
