/** Counts the time while at least as many have started it as have stopped it, and one more. */
export interface Stopwatch {
  /** Milliseconds. */
  readonly elapsed: number;
  readonly isRunning: boolean;
  start(): void;
  stop(): void;
}

/** A stopwatch that stands still. */
export function createStopwatch(): Stopwatch {
  let [running, total, since] = [0, 0, 0];
  const elapsed = () => (running > 0 ? total + performance.now() - since : total);
  return {
    get elapsed() {
      return elapsed();
    },
    get isRunning() {
      return running > 0;
    },
    start() {
      running++;
      if (running === 1) since = performance.now();
    },
    stop() {
      if (running === 1) total = elapsed();
      running--;
    },
  };
}
