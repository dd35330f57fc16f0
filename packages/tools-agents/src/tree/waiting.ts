import type { Limiter } from "@holdall/tool-kit";
import type { AgentNode } from "./agent-node.ts";

/** An agent waits for one of its own: others may work in its place. */
export function beginWait(node: AgentNode, slots: Limiter): void {
  node.waiting++;
  if (node.waiting > 1 || !node.hasSlot) return;
  node.hasSlot = false;
  slots.release();
}

/** It continues before those that have not started. */
export async function endWait(node: AgentNode, slots: Limiter): Promise<void> {
  node.waiting--;
  if (node.waiting > 0 || node.hasSlot || !node.isRunning) return;
  await slots.acquire(undefined, { first: true });
  if (node.isRunning && node.waiting === 0 && !node.hasSlot) node.hasSlot = true;
  else slots.release();
}
