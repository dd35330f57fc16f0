import { type Access, declareWhole, planModeKey, type ToolContext, ToolError } from "@holdall/tool-core";
import type { AgentDriver, AgentPrograms } from "../port/index.ts";

/** Programs without a sandbox. */
export const unconfined: AgentPrograms = {
  confine: async () => ({ isConfined: false, opensNetwork: true, leavesSandbox: false }),
  readsOnly: ({ state }) => state(planModeKey).active,
  launch: async () => undefined,
};

/** What starting the program of an agent accesses. One that is kept from writing does nothing beyond that. */
export async function startAccess(
  name: string,
  driver: AgentDriver,
  programs: AgentPrograms | undefined,
  at: Pick<ToolContext, "state">,
): Promise<readonly Access[]> {
  const { isConfined } = await (programs ?? unconfined).confine(driver.program, at);
  const access: Access = { action: "execute", target: `agent:${name}` };
  return [isConfined && (programs ?? unconfined).readsOnly(at) ? declareWhole(access) : access];
}

export const notDry = () =>
  new ToolError("unsupported", "An agent that is a program of its own is not started in a dry run.", {
    hint: "Nothing of what it would do is known ahead. Run it without the dry run.",
  });
