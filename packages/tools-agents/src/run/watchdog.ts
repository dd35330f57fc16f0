import type { Stopwatch } from "../tree/stopwatch.ts";

export interface Deadline {
  readonly watch: Stopwatch;
  /** Milliseconds on the watch. */
  readonly at: () => number;
  readonly onPassed: () => void;
}

/** Wait until a watch shows a time that may move; returns the function that ends the wait. A watch that stands is looked at again. */
export function awaitDeadline({ watch, at, onPassed }: Deadline): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const left = at() - watch.elapsed;
    if (left <= 0) onPassed();
    else timer = setTimeout(check, Math.min(Math.max(left, watch.isRunning ? 1 : 1_000), maxWait));
  };
  check();
  return () => clearTimeout(timer);
}

/** The longest that a timer may be set for, a little under 2^31 milliseconds. */
const maxWait = 2_000_000_000;
