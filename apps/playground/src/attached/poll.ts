export interface Polling {
  /** Resolves to whether something has changed. Rejecting waits longer before the next. */
  readonly look: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds between two looks: as long as things change, and at most. */
  readonly shortest?: number | undefined;
  readonly longest?: number | undefined;
}

export interface Poll {
  /** Look at once, and again soon. */
  now(): void;
  /** Look no more until `now`. */
  pause(): void;
}

/** Looks again and again, the less often the longer nothing changes or works. Begins with `now`. */
export function poll({ look, shortest = 1_000, longest = 30_000 }: Polling): Poll {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current = new AbortController();

  async function again(wait: number, { signal }: AbortController): Promise<void> {
    const factor = await look(signal).then(
      (hasChanged) => (hasChanged ? 0 : 1.5),
      () => 2,
    );
    if (signal.aborted) return;
    const next = Math.min(Math.max(wait * factor, shortest), longest);
    timer = setTimeout(() => void again(next, current), next);
  }
  const pause = () => {
    clearTimeout(timer);
    current.abort();
  };
  return {
    pause,
    now() {
      pause();
      current = new AbortController();
      void again(shortest, current);
    },
  };
}
