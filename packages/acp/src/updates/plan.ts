import type { PlanEntry, SessionUpdate } from "@agentclientprotocol/sdk";
import type { CallView } from "@holdall/call-view";

/** The todo list of a call that has written or read it, as a plan. */
export function planOf({ state, blocks }: CallView): SessionUpdate | undefined {
  if (state !== "success") return undefined;
  const todos = blocks.find((block) => block.kind === "todos");
  if (!todos) return undefined;
  const entries = todos.items.map(
    ({ text, status }): PlanEntry => ({ content: text, priority: "medium", status: statusOf(status) }),
  );
  return { sessionUpdate: "plan", entries };
}

/** A todo that was given up is as done as it will be. */
const statusOf = (status: string): PlanEntry["status"] =>
  status === "in_progress" ? "in_progress" : /^(completed|cancell?ed)$/.test(status) ? "completed" : "pending";
