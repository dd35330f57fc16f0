/** A time limit that is suspended while a user is asked. */
export interface PausingClock {
  pause(): void;
  resume(): void;
  stop(): void;
}

export function startClock(limitMs: number, onEnd: () => void): PausingClock {
  let left = limitMs;
  let since = performance.now();
  let pauses = 0;
  let timer = setTimeout(onEnd, left);
  return {
    pause() {
      if (pauses++ > 0) return;
      clearTimeout(timer);
      left -= performance.now() - since;
    },
    resume() {
      if (--pauses > 0) return;
      since = performance.now();
      timer = setTimeout(onEnd, Math.max(0, left));
    },
    stop() {
      pauses = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
    },
  };
}
