import type { OutboxEntry } from "../outbox/outbox.ts";

/** The text for the model about a message that was not simply sent. */
export function renderState({
  state,
  why,
  to,
}: {
  readonly state: string;
  readonly why?: string | undefined;
  readonly to: string;
}): string {
  switch (state) {
    case "sent":
      return why === undefined ? `Sent to ${to}.` : `Sent to ${to}, but ${why}.`;
    case "partly":
      return `Sent in part to ${to}: ${why ?? "not everything was accepted"}. It will not be sent again.`;
    case "rejected":
      return `Not sent to ${to}: ${why ?? "it was rejected"}.`;
    case "unknown":
      return `Delivery unknown (${to}): ${why ?? "no response"}. Do not send it again; tell the user.`;
    default:
      return `Dry run: would be sent to ${to}.`;
  }
}

/** The output of an entry for programs; missing parts are omitted. */
export const receiptOf = ({ id, state, why, server_id, ended, sha256 }: OutboxEntry) => ({
  id,
  state,
  sha256,
  ...(why !== undefined && { why }),
  ...(server_id !== undefined && { server_id }),
  ...(ended !== undefined && { at: ended }),
});
