const signals = ["SIGINT", "SIGTERM"] as const;

/** Run `start` without what it lets listen to signals: a process that does is not ended by them any more. */
export async function keepSignals<T>(start: () => Promise<T>): Promise<T> {
  const before = signals.map((signal) => new Set(process.listeners(signal)));
  try {
    return await start();
  } finally {
    signals.forEach((signal, at) => {
      for (const listener of process.listeners(signal))
        if (!before[at]?.has(listener)) process.removeListener(signal, listener);
    });
  }
}

/** Run `end` before a signal ends this process. If the process has other listeners, they decide whether it ends. Returns a function that removes the listener. */
export function endOnSignal(end: () => Promise<void>): () => void {
  const listen = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) > 1) return;
    stop();
    // Whatever becomes of it, the signal does what it would have done.
    void end()
      .catch(() => undefined)
      .then(() => process.kill(process.pid, signal));
  };
  const stop = () => {
    for (const signal of signals) process.removeListener(signal, listen);
  };
  for (const signal of signals) process.on(signal, listen);
  return stop;
}
