/** Wait for work only until the signal aborts; what it still brings is handed to `discard`. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, discard?: (late: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal.reason as Error);
      if (discard) work.then(discard, () => {});
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
