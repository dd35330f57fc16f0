import { toAiTools, toolApproval } from "@holdall/ai-sdk";
import type { Preset } from "@holdall/presets";
import { openSession } from "@holdall/tool-core";
import { type LanguageModel, type ModelMessage, ToolLoopAgent, type ToolModelMessage } from "ai";

export interface Task {
  readonly prompt: string;
  readonly model: LanguageModel;
  /** What the agent may use, and what it must ask for. */
  readonly preset: Preset;
  /** Answers the question about one call. */
  readonly ask: (question: string) => Promise<boolean>;
}

/** Let an agent do a task; whenever it wants something that the preset's policy asks about, a person decides. Returns its last words. */
export async function runTask({ prompt, model, preset, ask }: Task): Promise<string> {
  const session = openSession(preset.registry, preset);
  try {
    const agent = new ToolLoopAgent({
      model,
      instructions: preset.instructions,
      tools: toAiTools(session),
      toolApproval: toolApproval(session),
    });

    const messages: ModelMessage[] = [{ role: "user", content: prompt }];
    for (;;) {
      // The agent works until it is done, or until a call needs a yes.
      const { content, responseMessages, text } = await agent.generate({ messages });
      messages.push(...responseMessages);
      const requests = content.filter((part) => part.type === "tool-approval-request");
      if (requests.length === 0) return text;

      const answers: ToolModelMessage["content"] = [];
      for (const { approvalId, reason, toolCall } of requests) {
        const approved = await ask(reason ?? toolCall.toolName);
        answers.push({ type: "tool-approval-response", approvalId, approved });
      }
      messages.push({ role: "tool", content: answers });
    }
  } finally {
    await session.close();
  }
}
