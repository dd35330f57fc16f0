/** Splits a stream at a nonce that nothing else in it can know. */
export interface NonceStream {
  push(chunk: Uint8Array): void;
  /** What comes until the nonce goes to `before`; resolves when it has come, or nothing more will. */
  until(nonce: string, before: (chunk: Uint8Array) => void): Promise<void>;
  /** Nothing more will come: give out what was held back because a nonce might have begun in it. */
  end(): void;
}

/** Without a nonce to wait for, everything goes to `otherwise`. Chunks are valid during a call only. */
export function createNonceStream(otherwise: (chunk: Uint8Array) => void): NonceStream {
  let waiting: { nonce: Buffer; before: (chunk: Uint8Array) => void; found: () => void } | undefined;
  let held: Buffer = Buffer.alloc(0);

  return {
    push(chunk) {
      if (!waiting) return otherwise(chunk);
      const { nonce, before, found } = waiting;
      const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const all = held.length > 0 ? Buffer.concat([held, view]) : view;
      const at = all.indexOf(nonce);
      if (at < 0) {
        const keep = possibleStart(all, nonce);
        if (keep < all.length) before(all.subarray(0, all.length - keep));
        held = Buffer.from(all.subarray(all.length - keep));
        return;
      }
      held = Buffer.alloc(0);
      waiting = undefined;
      if (at > 0) before(all.subarray(0, at));
      found();
      if (at + nonce.length < all.length) otherwise(all.subarray(at + nonce.length));
    },
    until(nonce, before) {
      return new Promise((found) => {
        waiting = { nonce: Buffer.from(nonce), before, found };
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

/** How many bytes at the end may be the start of a nonce. */
function possibleStart(bytes: Buffer, nonce: Buffer): number {
  for (let length = Math.min(nonce.length - 1, bytes.length); length > 0; length--) {
    if (bytes.compare(nonce, 0, length, bytes.length - length) === 0) return length;
  }
  return 0;
}
