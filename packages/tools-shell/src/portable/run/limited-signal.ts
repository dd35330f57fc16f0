/** A signal that aborts with the call, or when a time limit is over that stands still during questions to the user. */
export interface LimitedSignal {
  readonly signal: AbortSignal;
  /** The time was over. */
  readonly isLate: boolean;
  /** Wait for an answer whose time does not count. */
  asking<T>(question: Promise<T>): Promise<T>;
  close(): void;
}

export function limitedSignal(milliseconds: number | undefined, outer: readonly AbortSignal[]): LimitedSignal {
  const controller = new AbortController();
  let rest = milliseconds;
  let started = performance.now();
  let questions = 0;
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    if (rest === undefined) return;
    started = performance.now();
    timer = setTimeout(() => {
      isLate = true;
      controller.abort(new DOMException("The command took too long.", "TimeoutError"));
    }, rest);
  };
  const pause = () => {
    clearTimeout(timer);
    if (rest !== undefined) rest = Math.max(1, rest - (performance.now() - started));
  };
  start();
  return {
    signal: AbortSignal.any([controller.signal, ...outer]),
    get isLate() {
      return isLate;
    },
    async asking(question) {
      if (questions++ === 0) pause();
      try {
        return await question;
      } finally {
        if (--questions === 0) start();
      }
    },
    close: () => clearTimeout(timer),
  };
}
