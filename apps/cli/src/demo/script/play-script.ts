import { setTimeout as sleep } from "node:timers/promises";
import { toAiTools } from "@holdall/ai-sdk";
import type { Preset } from "@holdall/presets";
import type { Session } from "@holdall/tool-core";
import { isStepCount, ToolLoopAgent } from "ai";
import { type Script, scriptedModel } from "./scripted-model.ts";
import type { Show } from "./show.ts";

interface Play {
  readonly script: (prompt: string) => Script;
  readonly session: Session;
  readonly preset: Preset;
  readonly task: string;
  readonly show: Show;
  /** Milliseconds before each answer. */
  readonly pause: number;
  /** What is to be shown of a call that has ended. */
  readonly drawn: (callId: string) => readonly string[];
}

/** Let the AI SDK's tool loop work with a script as its model, and show what happens; resolves to the milliseconds of pauses. */
export async function playScript({ script, session, preset, task, show, pause, drawn }: Play): Promise<number> {
  const agent = new ToolLoopAgent({
    model: scriptedModel(script),
    instructions: preset.instructions,
    tools: toAiTools(session, { approvals: "session" }),
    stopWhen: isStepCount(20),
  });
  show.user(task);
  let waited = 0;
  const result = await agent.stream({ prompt: task });
  let text = "";
  for await (const part of result.stream) {
    if (part.type === "start-step") {
      await sleep(pause);
      waited += pause;
    }
    if (part.type === "text-delta") text += part.text;
    if (part.type === "text-end" && text !== "") show.agent(text);
    if (part.type === "text-end") text = "";
    if (part.type === "tool-error" || (part.type === "tool-result" && !part.preliminary))
      show.lines(drawn(part.toolCallId));
    if (part.type === "error") throw part.error;
  }
  return waited;
}
