import { ToolError } from "@holdall/tool-core";
import * as z from "zod";
import type { Answered } from "./chain.ts";
import type { Price, Provider } from "./provider.ts";

const attempt = z.object({ provider: z.string(), code: z.string(), error: z.string() });

export const sourceSchema = z.object({
  name: z.string(),
  url: z.string(),
  fetched_at: z.string(),
  from_cache: z.boolean(),
  terms: z.string(),
});

const quote = z.object({
  symbol: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
  exchange: z.string().optional(),
  currency: z.string().nullable(),
  price: z.string(),
  previous_close: z.string().optional(),
  change_percent: z.string().optional(),
  as_of: z.string().nullable(),
  as_of_means: z.enum(["trade", "close", "reference", "average", "unknown"]),
  delay: z.enum(["realtime", "delayed_15", "end_of_day", "unknown"]),
  market: z.enum(["open", "closed"]).optional(),
  old: z.boolean(),
  source: sourceSchema,
  notes: z.array(z.string()),
  tried: z.array(attempt),
});

const missing = z.object({
  asked: z.string(),
  code: z.string(),
  error: z.string(),
  hint: z.string().optional(),
  candidates: z
    .array(z.object({ id: z.string(), symbol: z.string(), name: z.string(), rank: z.number().optional() }))
    .optional(),
});

/** The result of price tools: a quote for each that was found, and why there is none for the others. */
export const quotesSchema = z.object({ quotes: z.array(quote), missing: z.array(missing) });
export type Quote = z.infer<typeof quote>;
export type Quotes = z.infer<typeof quotesSchema>;

export const sourceOf = ({ provider, fetched, from_cache }: Answered<Provider, unknown>) => ({
  name: provider.name,
  url: provider.url,
  fetched_at: isoTime(fetched),
  from_cache,
  terms: provider.terms,
});

const isoTime = (time: number): string => new Date(time).toISOString().replace(".000Z", "Z");

/** Whether a time or day lies further back than so many milliseconds. What has no time is not called old. */
export const isOlder = (asOf: string | null, most: number, now: number): boolean =>
  asOf !== null && now - Date.parse(asOf) > most;

/** A price with its source. `most`: milliseconds after which it is called old. */
export function quoteOf(answered: Answered<Provider, Price>, most: number, now: number): Quote {
  const { notes, ...price } = answered.value;
  const told = Object.fromEntries(Object.entries(price).filter(([, value]) => value !== undefined)) as typeof price;
  return {
    ...told,
    old: isOlder(price.as_of, most, now),
    source: sourceOf(answered),
    notes: [
      ...notes,
      ...(price.as_of === null ? [`${answered.provider.name} does not report the time of the price.`] : []),
    ],
    tried: [...answered.tried],
  };
}

/** Ask for each, one after the other. Throws the error of the only one, or of the first where none was found. */
export async function quoteEach(
  asked: readonly string[],
  ask: (text: string) => Promise<Quote>,
  signal: AbortSignal,
): Promise<Quotes> {
  const quotes: Quote[] = [];
  const errors: { readonly asked: string; readonly error: ToolError }[] = [];
  for (const text of asked) {
    try {
      quotes.push(await ask(text));
    } catch (error) {
      if (signal.aborted || !ToolError.is(error)) throw error;
      errors.push({ asked: text, error });
    }
  }
  const [first] = errors;
  if (quotes.length === 0 && first) throw errors.length === 1 ? first.error : noneOf(errors);
  return {
    quotes,
    missing: errors.map(({ asked: text, error: { code, message, hint, data } }) => ({
      asked: text,
      code,
      error: message,
      ...(hint !== undefined && { hint }),
      ...(Array.isArray(data?.candidates) && { candidates: data.candidates }),
    })),
  };
}

const noneOf = (errors: readonly { readonly asked: string; readonly error: ToolError }[]): ToolError => {
  const { code, hint } = errors[0]!.error;
  return new ToolError(code, errors.map(({ asked, error }) => `${asked}: ${error.message}`).join(" "), {
    hint,
    data: { missing: errors.map(({ asked, error }) => ({ asked, code: error.code, ...error.data })) },
  });
};
