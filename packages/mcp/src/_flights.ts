/** Counts what is under way, so that an end can wait for it. */
export interface Flights {
  /** Returns what is to be called at the end; calling it again does nothing. */
  start(): () => void;
  /** Resolves when nothing is under way any more, after `most` milliseconds at the latest. */
  landed(most: number): Promise<void>;
}

export function createFlights(): Flights {
  const waiting = new Set<() => void>();
  let count = 0;
  return {
    start() {
      count++;
      let landed = false;
      return () => {
        if (landed) return;
        landed = true;
        if (--count === 0) for (const arrived of waiting) arrived();
      };
    },
    landed(most) {
      if (count === 0 || most <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const arrived = () => {
          waiting.delete(arrived);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(arrived, most);
        waiting.add(arrived);
      });
    },
  };
}
