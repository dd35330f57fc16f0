import type { ResearchLimits } from "../options.ts";

/** A call's use. */
export interface Spent {
  searches: number;
  fetches: number;
  bytes: number;
  duration_ms: number;
  model_calls: number;
}

export interface Budget {
  readonly spent: Spent;
  /** Aborts with the call, and when the time is used. */
  readonly signal: AbortSignal;
  readonly isTimeUp: () => boolean;
  /** Whether one more may be made; counts it. */
  search(): boolean;
  fetch(): boolean;
  /** Whether a text still fits; counts it. */
  keep(bytes: number): boolean;
  close(): void;
}

/** The budget of one call, which all of its searches and pages share. */
export function openBudget(limits: ResearchLimits, signal: AbortSignal): Budget {
  const { searches = 5, pages = 24, bytes: maxBytes = 4_000_000, seconds = 120 } = limits;
  const began = performance.now();
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), seconds * 1_000);
  const spent: Spent = { searches: 0, fetches: 0, bytes: 0, duration_ms: 0, model_calls: 0 };
  return {
    spent,
    signal: AbortSignal.any([signal, timeUp.signal]),
    isTimeUp: () => timeUp.signal.aborted,
    search: () => spent.searches < searches && ++spent.searches > 0,
    fetch: () => spent.fetches < pages && ++spent.fetches > 0,
    keep(bytes) {
      if (spent.bytes + bytes > maxBytes) return false;
      spent.bytes += bytes;
      return true;
    },
    close() {
      clearTimeout(timer);
      spent.duration_ms = Math.round(performance.now() - began);
    },
  };
}
