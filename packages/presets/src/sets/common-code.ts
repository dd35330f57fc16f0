import { agentTools } from "../families/_agent-tools.ts";
import { programTool } from "../families/_programs.ts";
import type { CommonCode } from "../session/preset.ts";

/** Everything that any preset may have, there at once. */
export const commonCode: CommonCode = { agents: { agentTools }, programs: { programTool } };
