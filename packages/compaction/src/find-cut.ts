import { type MessageLike, partsOf } from "./message.ts";

/**
 * Where a conversation may be cut, ascending: before a message that begins a step, with every call on the same side as its
 * result. A call that still waits for its result stays on the later side.
 */
export function cutPoints(messages: readonly MessageLike[]): number[] {
  const lastUse = new Map<unknown, number>();
  const called = new Map<unknown, number>();
  const approvals = new Map<unknown, unknown>();
  let lastUser = -1;
  for (const [i, message] of messages.entries()) {
    if (message.role === "user") lastUser = i;
    for (const part of partsOf(message)) {
      const { approvalId } = part as { readonly approvalId?: unknown };
      if (part.type === "tool-call") called.set(part.toolCallId, i);
      if (part.type === "tool-approval-request") approvals.set(approvalId, part.toolCallId);
      if (part.type === "tool-result") lastUse.set(part.toolCallId, i);
      if (part.type === "tool-approval-response") lastUse.set(approvals.get(approvalId), i);
    }
  }
  // What nobody answered before the user went on is never answered.
  for (const [id, at] of called) if (!lastUse.has(id) && at > lastUser) lastUse.set(id, messages.length);
  const points: number[] = [];
  let blockedUntil = 0;
  for (const [i, message] of messages.entries()) {
    if (i >= blockedUntil && message.role !== "tool") points.push(i);
    for (const part of partsOf(message)) {
      if (part.type !== "tool-call") continue;
      blockedUntil = Math.max(blockedUntil, (lastUse.get(part.toolCallId) ?? i) + 1);
    }
  }
  return points;
}
