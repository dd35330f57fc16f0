import type { Freshness } from "./providers/provider.ts";

/** Days that a span of time has at most. */
export const daysOf: Readonly<Record<Freshness, number>> = { day: 1, week: 7, month: 31, year: 366 };
