import type { RunContext, RunStep } from "@holdall/durable/port";
import { abortedError, type SessionSnapshot } from "@holdall/tool-core";
import type { AgentIsolation } from "../agent.ts";
import type { KeptCall } from "../port/index.ts";

/** Where an agent's steps are stored. */
export interface AgentSteps {
  readonly ctx: RunContext;
  /** Who answers questions: the user of the session, or the person who answers the run. */
  readonly asks: "now" | "later";
  /** What other processes have kept of the whole run. */
  readonly history: readonly RunStep[];
  /** What positions of this agent's steps start with. */
  readonly place: string;
  /** Of the agents that it starts, by the id of the call. */
  readonly below: Map<string, AgentSteps>;
  /** Background tasks of which it knows that they are lost. */
  readonly told: Set<string>;
}

export const createSteps = (steps: Omit<AgentSteps, "below" | "told">): AgentSteps => ({
  ...steps,
  below: new Map(),
  told: new Set(),
});

/** The step that says that an agent has files of its own. */
export const isolationStep = "files";

/** Whether an agent of an earlier process had files of its own. Undefined if it had not begun. */
export function keptIsolation({ history, place }: AgentSteps): AgentIsolation | undefined {
  const own = history.filter(
    ({ position }) => position.startsWith(place) && !position.slice(place.length).includes("/"),
  );
  if (own.length === 0) return undefined;
  return own.some(({ name }) => name === isolationStep) ? "overlay" : "none";
}

/** The session of an agent as it was after the last of its calls that was kept. */
export function lastSnapshot({ history, place }: AgentSteps): SessionSnapshot | undefined {
  const own = history.filter(
    ({ position, ended }) =>
      ended !== undefined && position.startsWith(place) && position.slice(place.length).split("/").length === 2,
  );
  const inOrder = own.sort((one, other) => (one.ended ?? 0) - (other.ended ?? 0));
  return inOrder.flatMap(({ output }) => (output as Partial<KeptCall> | null | undefined)?.snapshot ?? []).at(-1);
}

/** The result of steps, or an error once the run waits or continues elsewhere, when steps never settle. */
export async function untilLetGo<T>({ signal }: RunContext, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(abortedError(signal.reason));
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
