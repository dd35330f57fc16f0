import { agentTools } from "./_agent-tools.ts";
import type { CommonCode } from "./_preset.ts";
import { programTool } from "./_programs.ts";

/** Everything that any preset may have, there at once. */
export const commonCode: CommonCode = { agents: { agentTools }, programs: { programTool } };
