import type { Tokens } from "@holdall/chat";
import { UsageError } from "../../usage-error.ts";

type Cost = (tokens: Tokens) => number;

/** What models cost, as the user has written it down. */
export interface Prices {
  /** The models that are named whole. */
  readonly names: readonly string[];
  /** The price of a model: under its name, else under the longest begin of it. */
  of(model: string): Cost | undefined;
}

/** What tokens cost by `IN/OUT` or `IN/CACHED/OUT`, dollars a million. Throws UsageError for anything else. */
export function priceOf(text: string, where: string): Cost {
  const parts = text.split("/").map((part) => (isPrice.test(part) ? Number(part) : Number.NaN));
  const [input = 0, middle = 0, last] = parts;
  if (parts.length < 2 || parts.length > 3 || parts.some(Number.isNaN))
    throw new UsageError(`${where} cannot be "${text}".`, "Give dollars per million tokens: 3/15, or 3/0.30/15.");
  const [cached, output] = last === undefined ? [input, middle] : [middle, last];
  return (tokens) =>
    ((tokens.input - tokens.cached) * input + tokens.cached * cached + tokens.output * output) / 1_000_000;
}

const isPrice = /^\d+(\.\d+)?$/;

/** Prices by the name of a model, or by the begin of names and a `*`. */
export function pricesOf(written: Readonly<Record<string, string>>, file: string): Prices {
  const all = Object.entries(written).map(([name, text]) => ({
    begin: name.replace(/\*$/, ""),
    isWhole: !name.endsWith("*"),
    cost: priceOf(text, `${file}: the price of ${name}`),
  }));
  const sorted = all.sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.begin.length - a.begin.length);
  return {
    names: all.filter(({ isWhole }) => isWhole).map(({ begin }) => begin),
    of: (model) => sorted.find(({ begin, isWhole }) => (isWhole ? model === begin : model.startsWith(begin)))?.cost,
  };
}

/** `$0.0042`, `$1.20`. */
export const dollars = (cost: number): string => `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;
