import { setImmediate as nextTurn } from "node:timers/promises";
import { abortedError } from "@holdall/tool-core";

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal.reason);
}

/** Let other work of the process run, then continue unless canceled. */
export async function yieldToEventLoop(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  throwIfAborted(signal);
}

/** Bytes handled between two breaths: a few milliseconds. Smaller pieces make writing several times slower. */
export const chunkSize = 8 * 1024 * 1024;

/** Yields to the event loop now and then; undefined while it is not time yet. */
export type Pause = () => Promise<void> | undefined;
