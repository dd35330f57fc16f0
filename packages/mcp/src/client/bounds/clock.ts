/** Time, so that tests need none. Milliseconds. */
export interface Clock {
  now(): number;
  /** Rejects when it is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, milliseconds);
      // A server that is waited for keeps no program alive. A browser's timer is a number.
      if (typeof timer === "object") timer.unref();
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    }),
};
