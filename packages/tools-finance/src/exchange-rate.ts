import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import type { FinanceToolsOptions } from "./options.ts";
import { accessesOf } from "./providers/access.ts";
import { currencyOf, dateOf } from "./providers/arguments.ts";
import { chooseProviders, openChain } from "./providers/chain.ts";
import { needsProvider } from "./providers/needs-provider.ts";
import { isOlder, sourceOf, sourceSchema } from "./providers/quotes.ts";
import { triedLines } from "./providers/render.ts";
import { rateProviders } from "./sources/finance-providers-from.ts";

const input = z.object({
  from: z.string(),
  to: z.string(),
  date: z.string().optional().describe("YYYY-MM-DD"),
  provider: z.string().optional(),
});
export type ExchangeRateInput = z.infer<typeof input>;

const output = z.object({
  from: z.string(),
  to: z.string(),
  rate: z.string(),
  as_of: z.string(),
  as_of_means: z.literal("reference"),
  delay: z.literal("end_of_day"),
  computed_from: z.string().optional(),
  old: z.boolean(),
  source: sourceSchema,
  notes: z.array(z.string()),
  tried: z.array(z.object({ provider: z.string(), code: z.string(), error: z.string() })),
});
export type ExchangeRateOutput = z.infer<typeof output>;

/** Milliseconds after which a rate is called old: Easter has four days without one. */
const old = 6 * 86_400_000;

/** Create the tool `exchange_rate`: returns the reference rate of a day between two currencies. */
export function exchangeRate({
  client,
  rates: providers = rateProviders(),
  now = Date.now,
}: FinanceToolsOptions): Tool<ExchangeRateInput, ExchangeRateOutput, "exchange_rate"> {
  needsProvider("exchange_rate", providers);
  const ask = openChain(providers, client, now);
  return defineTool({
    name: "exchange_rate",
    category: "finance",
    description: "Daily reference rate between two currencies.",
    examples: ["how many dollars is a euro", "convert pounds to yen"],
    input,
    output,
    hints: { readOnly: true, openWorld: true },
    aliases: {
      names: ["get_exchange_rate", "convert_currency", "currency_rate", "fx_rate", "currency_exchange_rate"],
      params: {
        ...{ base: "from", from_currency: "from", source_currency: "from", base_currency: "from" },
        ...{ quote: "to", target: "to", to_currency: "to", target_currency: "to", quote_currency: "to" },
        ...{ day: "date", source: "provider" },
      },
      foreign: { amount: "amount was not used: multiply it by the rate." },
    },
    access: ({ provider }) => accessesOf(chooseProviders(providers, provider)[0]!),
    async execute(given, { signal, require }) {
      const from = currencyOf(given.from, "from");
      const to = currencyOf(given.to, "to");
      const date = dateOf(given.date, now());
      const key = JSON.stringify([from, to, date]);
      const answered = await ask(key, given.provider, { signal, require }, (each, io) =>
        each.rate({ from, to, date }, io),
      );
      const { rate, as_of, computed_from, notes } = answered.value;
      return {
        ...{ from, to, rate, as_of, as_of_means: "reference", delay: "end_of_day" },
        ...(computed_from !== undefined && { computed_from }),
        old: date === undefined && isOlder(as_of, old, now()),
        source: sourceOf(answered),
        notes: [...notes],
        tried: [...answered.tried],
      };
    },
    render: (answer) => {
      const { from, to, rate, as_of, computed_from, source, notes } = answer;
      return [
        `${answer.old ? "OLD: " : ""}1 ${from} = ${rate} ${to}, as of ${as_of} (reference of the day).`,
        ...(computed_from === undefined ? [] : [`Computed from ${computed_from}.`]),
        ...notes.map((note) => `Note: ${note}`),
        `Source: ${source.terms} Asked at ${source.fetched_at}${source.from_cache ? ", kept since" : ""}.`,
        ...triedLines([answer]),
      ].join("\n");
    },
  });
}
