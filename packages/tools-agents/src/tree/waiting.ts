import type { AgentNode } from "./agent-node.ts";
import type { Slots } from "./slots.ts";

/** An agent waits for one of its own: others may work in its place. */
export function beginWait(node: AgentNode, slots: Slots): void {
  node.waiting++;
  if (node.waiting > 1 || !node.hasSlot) return;
  node.hasSlot = false;
  slots.release();
}

/** It continues before those that have not started. */
export async function endWait(node: AgentNode, slots: Slots): Promise<void> {
  node.waiting--;
  if (node.waiting > 0 || node.hasSlot || !node.isRunning) return;
  await slots.acquire(new AbortController().signal, { first: true });
  if (node.isRunning && node.waiting === 0 && !node.hasSlot) node.hasSlot = true;
  else slots.release();
}
