/** Wait for one's turn; the result ends the turn. Rejects with the reason of the signal. */
export type AcquireTurn = (signal: AbortSignal) => Promise<() => void>;

/** Create turns, which are given in the order in which they were asked for. */
export function createTurns(): AcquireTurn {
  let last: Promise<void> = Promise.resolve();
  return async (signal) => {
    const before = last;
    const mine = Promise.withResolvers<void>();
    last = before.then(() => mine.promise);
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    try {
      await Promise.race([before, aborted.promise]);
    } catch (error) {
      mine.resolve();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
    return mine.resolve;
  };
}
