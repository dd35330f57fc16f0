import { UsageError } from "../usage-error.ts";
import type { Tokens } from "./tokens.ts";

/** What tokens cost by `IN/OUT` or `IN/CACHED/OUT`, dollars a million. Throws UsageError for anything else. */
export function priceOf(text: string): (tokens: Tokens) => number {
  const parts = text.split("/").map((part) => (/^\d+(\.\d+)?$/.test(part) ? Number(part) : Number.NaN));
  const [input = 0, middle = 0, last] = parts;
  if (parts.length < 2 || parts.length > 3 || parts.some(Number.isNaN))
    throw new UsageError(`--price cannot be "${text}".`, "Give dollars for a million tokens: 3/15, or 3/0.30/15.");
  const [cached, output] = last === undefined ? [input, middle] : [middle, last];
  return (tokens) =>
    ((tokens.input - tokens.cached) * input + tokens.cached * cached + tokens.output * output) / 1_000_000;
}

/** `$0.0042`, `$1.20`. */
export const dollars = (cost: number): string => `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;
