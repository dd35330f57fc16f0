/** Counts requests in flight, so that a shutdown can wait for them. */
export interface InFlightTracker {
  /** Returns what is called when the request has ended; later calls do nothing. */
  start(): () => void;
  /** Resolves when nothing is in flight, after `maxWait` milliseconds at the latest. */
  done(maxWait: number): Promise<void>;
}

export function createInFlightTracker(): InFlightTracker {
  const waiting = new Set<() => void>();
  let count = 0;
  return {
    start() {
      count++;
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        if (--count === 0) for (const resume of waiting) resume();
      };
    },
    done(maxWait) {
      if (count === 0 || maxWait <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const resume = () => {
          waiting.delete(resume);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(resume, maxWait);
        waiting.add(resume);
      });
    },
  };
}
