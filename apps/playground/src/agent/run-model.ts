import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { aiAgentRunner, toAiTools } from "@holdall/ai-sdk";
import { isStepCount, streamText } from "ai";
import { instructionsOf, namesOf, type ToolSet } from "../tool-sets.ts";
import type { WorkspaceSession } from "../workspace-session.ts";

/** A model behind an address that speaks OpenAI's chat completions. The key is kept in memory and goes to that address only. */
export interface ModelChoice {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string;
}

const maxSteps = 30;

/** Let a model work with the tools until it calls no more of them. Throws what the SDK throws. */
export async function runModel(
  { registry, session, setRunner, families }: WorkspaceSession,
  toolSet: ToolSet,
  { baseUrl, model, key }: ModelChoice,
  prompt: string,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const provider = createOpenAICompatible({ name: "playground", baseURL: baseUrl, ...(key && { apiKey: key }) });
  setRunner(aiAgentRunner({ model: provider(model) }));
  families.setModel(provider(model));
  const result = streamText({
    model: provider(model),
    system: instructionsOf(toolSet, registry),
    prompt,
    tools: toAiTools(session, { approvals: "session", only: namesOf(toolSet, registry) }),
    stopWhen: isStepCount(maxSteps),
    abortSignal: signal,
    onError: () => {}, // thrown below, from the stream
  });
  let text = "";
  for await (const part of result.fullStream) {
    if (part.type === "text-delta") text += part.text;
    if (part.type === "text-end" && text.trim()) say(text.trim());
    if (part.type === "text-end") text = "";
    if (part.type === "error") throw part.error;
  }
}
