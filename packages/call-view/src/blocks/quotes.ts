import { fieldOf, listOf, textOf } from "../view/fields.ts";
import { visibleLine } from "../view/visible.ts";

/**
 * Prices or rates, each with its currency, its time and its source. Values missing in the source are `null`, and are
 * shown as unknown.
 */
export interface QuotesBlock {
  readonly kind: "quotes";
  readonly quotes: readonly {
    readonly symbol: string;
    /** The meaning of the symbol: a name, an exchange, the id of a coin. */
    readonly about: string;
    /** Digit for digit as the source gave it. */
    readonly price: string;
    readonly currency: string | null;
    /** Such as `+1.09 %`. */
    readonly change?: string | undefined;
    /** ISO 8601: a day where the source gives no time. */
    readonly asOf: string | null;
    /** `trade`, `close`, `reference`, `average`; empty where the source does not say. */
    readonly asOfMeans: string;
    /** Its age when it was requested: `31 minutes`. Absent if unknown. */
    readonly age?: string | undefined;
    /** `real time`, `delayed by 15 minutes`, `end of day`, `delay unknown`. */
    readonly delay: string;
    /** Older than a price of its kind should be. */
    readonly isOld: boolean;
    readonly source: string;
    readonly terms?: string | undefined;
    readonly notes: readonly string[];
  }[];
  /** Requested symbols without a price, with the reason and the next step. */
  readonly missing: readonly {
    readonly asked: string;
    readonly why: string;
    readonly next?: string | undefined;
    /** Possible meanings of the symbol: `id (name)`. */
    readonly candidates: readonly string[];
  }[];
}

const delays: Readonly<Record<string, string>> = {
  realtime: "real time",
  delayed_15: "delayed by 15 minutes",
  end_of_day: "end of day",
};

const line = (text: string | undefined): string => visibleLine(text ?? "");

const texts = (value: unknown, key: string): string[] =>
  listOf(value, key).flatMap((each) => (typeof each === "string" ? [line(each)] : []));

/** `31 minutes`, `2 days`: the largest unit that fits. */
export function ageText(asOf: string | null | undefined, asked: string | undefined): string | undefined {
  const seconds = (Date.parse(asked ?? "") - Date.parse(asOf ?? "")) / 1000;
  if (!Number.isFinite(seconds) || seconds < 0) return undefined;
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ["second", 1];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** What prices and rates have in common. */
function timedOf(quote: unknown) {
  const source = fieldOf(quote, "source");
  const means = textOf(quote, "as_of_means") ?? "unknown";
  const asOf = textOf(quote, "as_of");
  const age = ageText(asOf, textOf(source, "fetched_at"));
  const terms = textOf(source, "terms");
  return {
    asOf: asOf === undefined ? null : line(asOf),
    asOfMeans: means === "unknown" ? "" : line(means),
    ...(age !== undefined && { age }),
    delay: delays[textOf(quote, "delay") ?? ""] ?? "delay unknown",
    isOld: fieldOf(quote, "old") === true,
    source: line(textOf(source, "name") ?? "unknown"),
    ...(terms !== undefined && { terms: line(terms) }),
    notes: texts(quote, "notes"),
  };
}

function quoteOf(quote: unknown): QuotesBlock["quotes"][number] {
  const symbol = line(textOf(quote, "symbol"));
  const [id, name, exchange] = ["id", "name", "exchange"].map((key) => textOf(quote, key));
  const percent = textOf(quote, "change_percent");
  const currency = textOf(quote, "currency");
  return {
    symbol,
    about: [id === symbol ? undefined : id, name, exchange].flatMap((each) => (each ? [line(each)] : [])).join(", "),
    price: line(textOf(quote, "price")),
    currency: currency === undefined ? null : line(currency),
    ...(percent !== undefined && { change: `${/^[-+]/.test(percent) ? "" : "+"}${line(percent)} %` }),
    ...timedOf(quote),
  };
}

/** An output of stock_quote or crypto_price. */
export const pricesBlock = (output: unknown): QuotesBlock => ({
  kind: "quotes",
  quotes: listOf(output, "quotes").map(quoteOf),
  missing: listOf(output, "missing").map((each) => {
    const next = textOf(each, "hint");
    return {
      asked: line(textOf(each, "asked")),
      why: line(textOf(each, "error")),
      ...(next !== undefined && { next: line(next) }),
      candidates: listOf(each, "candidates").map((one) => line(`${textOf(one, "id")} (${textOf(one, "name")})`)),
    };
  }),
});

/** An output of exchange_rate: how much of one currency a unit of the other is. */
export function rateBlock(output: unknown): QuotesBlock {
  const computed = textOf(output, "computed_from");
  const timed = timedOf(output);
  const notes = [...(computed === undefined ? [] : [`Computed from ${line(computed)}.`]), ...timed.notes];
  const [from, to, price] = ["from", "to", "rate"].map((key) => line(textOf(output, key)));
  const quote = { symbol: `1 ${from}`, about: "", price: price ?? "", currency: to ?? null, ...timed, notes };
  return { kind: "quotes", quotes: [quote], missing: [] };
}
