import { type Access, declareWhole, type Prepared, planModeKey, type ToolContext, ToolError } from "@holdall/tool-core";
import type { AgentDriver, AgentPrograms } from "../port/index.ts";

/** Programs without a sandbox. */
export const unconfined: AgentPrograms = {
  confine: async () => ({ isConfined: false, opensNetwork: true, leavesSandbox: false }),
  readsOnly: ({ state }) => state(planModeKey).active,
  launch: async () => undefined,
};

/** How far the start of a program was permitted to reach. */
export interface StartPermit {
  /** It may write nothing. */
  readonly readsOnly: boolean;
  /** It was to start in a sandbox. */
  readonly isConfined: boolean;
}

/** What starting the program of an agent accesses. One that is kept from writing does nothing beyond that. */
export async function startAccess(
  name: string,
  driver: AgentDriver,
  programs: AgentPrograms | undefined,
  at: Pick<ToolContext, "state">,
): Promise<Prepared<StartPermit>> {
  const { isConfined } = await (programs ?? unconfined).confine(driver.program, at);
  const access: Access = { action: "execute", target: `agent:${name}` };
  const readsOnly = isConfined && (programs ?? unconfined).readsOnly(at);
  return { accesses: [readsOnly ? declareWhole(access) : access], prepared: { readsOnly, isConfined } };
}

export const notDry = () =>
  new ToolError("unsupported", "An agent that is a program of its own is not started in a dry run.", {
    hint: "Nothing of what it would do is known ahead. Run it without the dry run.",
  });
