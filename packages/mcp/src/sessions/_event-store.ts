import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

interface StoredEvent {
  readonly stream: string;
  readonly message: JSONRPCMessage;
}

/** Messages kept for a client whose stream was closed; older ones are dropped. */
const mostEvents = 256;

/** The last messages of a session's streams, for clients of 2025-11-25 that continue a stream where it was closed. */
export function createEventStore(): EventStore {
  const events = new Map<number, StoredEvent>();
  let last = 0;
  const at = (id: string) => events.get(Number(id));
  return {
    async storeEvent(stream, message) {
      events.set(++last, { stream, message });
      events.delete(last - mostEvents);
      return String(last);
    },
    async getStreamIdForEventId(id) {
      return at(id)?.stream;
    },
    async replayEventsAfter(id, { send }) {
      const stream = at(id)?.stream;
      if (stream === undefined) throw new Error("The event to continue from is not known any more.");
      for (const [each, event] of events) {
        const isSent = each <= Number(id) || event.stream !== stream;
        // The event that opens a stream has no message.
        if (!isSent && "jsonrpc" in event.message) await send(String(each), event.message);
      }
      return stream;
    },
  };
}
