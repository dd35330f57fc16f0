import { methods, type SessionUpdate } from "@agentclientprotocol/sdk";
import type { EditorClient } from "../agent/editor-client.ts";

/** Sends the updates of one session, in order. */
export interface Sender {
  send(update: SessionUpdate): void;
  /** Resolves when everything that was sent is on its way. */
  flushed(): Promise<void>;
  /** Whether everything that was sent is on its way. */
  readonly isIdle: boolean;
}

export function createSender(client: EditorClient, sessionId: string): Sender {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    send(update) {
      waiting++;
      const sent = client.notify(methods.client.session.update, { sessionId, update });
      // A client that has gone is noticed by the connection.
      last = Promise.allSettled([last, sent]).then(() => {
        waiting--;
      });
    },
    flushed: () => last,
    get isIdle() {
      return waiting === 0;
    },
  };
}
