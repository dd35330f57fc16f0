import { type MessageLike, partsOf } from "./message.ts";

/**
 * Where a conversation may be cut, ascending: before a message that begins a step, with every call on the same side as
 * its result. A call that still waits for its result stays on the later side; a call that had no result when the user
 * continued never gets one.
 */
export function cutPoints(messages: readonly MessageLike[]): number[] {
  /** Calls and approvals that are answered further down, and were not met yet. */
  const answered = new Set<unknown>();
  let points: number[] = [];
  let isPastUser = false;
  for (let i = messages.length - 1; i >= 0; i--) {
    const message = messages[i]!;
    const parts = partsOf(message);
    let waits = false;
    for (let p = parts.length - 1; p >= 0; p--) {
      const part = parts[p]!;
      if (part.type === "tool-result") answered.add(part.toolCallId);
      else if (part.type === "tool-call") waits = !answered.delete(part.toolCallId) || waits;
      else if (part.type === "tool-approval-response") answered.add(approvalOf(part));
      else if (part.type === "tool-approval-request") answered.delete(approvalOf(part));
    }
    if (waits && !isPastUser) points = [];
    if (message.role === "user") isPastUser = true;
    if (answered.size === 0 && message.role !== "tool") points.push(i);
  }
  return points.reverse();
}

const approvalOf = (part: object): string => `approval ${(part as { readonly approvalId?: string }).approvalId}`;
