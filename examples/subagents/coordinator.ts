import { aiAgentRunner, toAiTools } from "@holdall/ai-sdk";
import { allow, type Backend, buildInstructions, createRegistry, firstOf, openSession } from "@holdall/tool-core";
import { type AgentEvent, task } from "@holdall/tools-agents";
import { fsTools } from "@holdall/tools-fs";
import { type LanguageModel, ToolLoopAgent } from "ai";

export interface Coordination {
  readonly model: LanguageModel;
  readonly backend: Backend;
  readonly prompt: string;
  readonly onEvent: (event: AgentEvent) => void;
}

/** Let a model do a task with the help of two kinds of agents, which share a budget. Returns its last words. */
export async function coordinate({ model, backend, prompt, onEvent }: Coordination): Promise<string> {
  const registry = createRegistry([
    ...fsTools({ backend }),
    task({
      runner: aiAgentRunner({ model }),
      agents: [
        {
          name: "explore",
          description: "Finds and reads files, changes nothing.",
          tools: ["read_file", "grep_files", "glob_files"],
          limits: { tokens: 12_000 },
        },
        { name: "general", description: "Any task that takes several steps." },
      ],
      limits: { tokens: 200_000, total: 8, depth: 1 },
      onEvent,
    }),
  ]);
  const policy = firstOf(allow({ actions: ["none", "read"] }), allow({ actions: ["write"], under: "/notes" }));
  await using session = openSession(registry, { policy });
  const agent = new ToolLoopAgent({ model, instructions: buildInstructions(registry), tools: toAiTools(session) });
  const { text } = await agent.generate({ prompt });
  return text;
}
