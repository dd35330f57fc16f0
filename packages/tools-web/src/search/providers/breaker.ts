/** Which providers are left alone for a while after they failed. */
export interface Breaker {
  /** Seconds until it may be asked again; 0 when it may be asked now. */
  restsFor(name: string): number;
  /** `seconds`: how long to leave it alone; without, three failures in a row make a minute. */
  failed(name: string, seconds?: number): void;
  succeeded(name: string): void;
}

export function createBreaker(now: () => number): Breaker {
  const states = new Map<string, { failures: number; until: number }>();
  return {
    restsFor: (name) => Math.max(0, Math.ceil(((states.get(name)?.until ?? 0) - now()) / 1000)),
    failed(name, seconds) {
      const failures = (states.get(name)?.failures ?? 0) + 1;
      const rest = seconds ?? (failures >= 3 ? 60 : 0);
      states.set(name, { failures, until: now() + rest * 1000 });
    },
    succeeded: (name) => void states.delete(name),
  };
}
