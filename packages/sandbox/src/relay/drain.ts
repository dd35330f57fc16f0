import type { IncomingMessage } from "node:http";

/** Bytes of an unwanted body, and milliseconds that its sender gets to end it. */
const most = { bytes: 16_777_216, time: 2_000 } as const;

/**
 * Take the rest of a request off its connection. With bytes that are not read, closing it would reset it, and the program would
 * lose the answer. Ends after a bound.
 */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let left: number = most.bytes;
  const timer = setTimeout(resolve, most.time);
  request.unpipe();
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  });
  request.once("end", resolve).once("close", resolve).resume();
  await promise;
  clearTimeout(timer);
}
