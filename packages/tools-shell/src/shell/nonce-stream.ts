/** Splits a stream at a ticket that nothing else in it can know. */
export interface TicketStream {
  push(chunk: Uint8Array): void;
  /** What comes until the ticket goes to `before`; resolves when it has come, or nothing more will. */
  until(ticket: string, before: (chunk: Uint8Array) => void): Promise<void>;
  /** Nothing more will come: give out what was held back because a ticket might have begun in it. */
  end(): void;
}

/** Without a ticket to wait for, everything goes to `otherwise`. Chunks are valid during a call only. */
export function createTicketStream(otherwise: (chunk: Uint8Array) => void): TicketStream {
  let waiting: { ticket: Buffer; before: (chunk: Uint8Array) => void; found: () => void } | undefined;
  let held: Buffer = Buffer.alloc(0);

  return {
    push(chunk) {
      if (!waiting) return otherwise(chunk);
      const { ticket, before, found } = waiting;
      const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const all = held.length > 0 ? Buffer.concat([held, view]) : view;
      const at = all.indexOf(ticket);
      if (at < 0) {
        const keep = possibleStart(all, ticket);
        if (keep < all.length) before(all.subarray(0, all.length - keep));
        held = Buffer.from(all.subarray(all.length - keep));
        return;
      }
      held = Buffer.alloc(0);
      waiting = undefined;
      if (at > 0) before(all.subarray(0, at));
      found();
      if (at + ticket.length < all.length) otherwise(all.subarray(at + ticket.length));
    },
    until(ticket, before) {
      return new Promise((found) => {
        waiting = { ticket: Buffer.from(ticket), before, found };
      });
    },
    end() {
      if (held.length > 0) (waiting?.before ?? otherwise)(held);
      held = Buffer.alloc(0);
      waiting?.found();
      waiting = undefined;
    },
  };
}

/** How many bytes at the end may be the start of a ticket. */
function possibleStart(bytes: Buffer, ticket: Buffer): number {
  for (let length = Math.min(ticket.length - 1, bytes.length); length > 0; length--) {
    if (bytes.compare(ticket, 0, length, bytes.length - length) === 0) return length;
  }
  return 0;
}
