import { counted, fieldOf, listOf, textOf } from "../_fields.ts";
import type { ViewBlock } from "../call-view.ts";
import type { Handler } from "./handler.ts";

const category = "finance";
const warning = (text: string): ViewBlock => ({ kind: "text", text, isWarning: true });
const line = (text: string): ViewBlock => ({ kind: "text", text });

const asked = (input: unknown): string =>
  ["symbols", "ids", "symbol", "ticker", "id"]
    .flatMap((key) => [textOf(input, key) ?? "", ...listOf(input, key)])
    .filter((each) => typeof each === "string" && each !== "")
    .join(", ");

/** A price never stands without the time and currency that it has, or does not have. */
function priceOf(quote: unknown): string {
  const id = textOf(quote, "id");
  const symbol = textOf(quote, "symbol") ?? "";
  const about = [id === symbol ? undefined : id, textOf(quote, "name"), textOf(quote, "exchange")].filter(Boolean);
  const means = textOf(quote, "as_of_means") ?? "unknown";
  const when = textOf(quote, "as_of");
  return [
    `${symbol}${about.length > 0 ? ` (${about.join(", ")})` : ""}`,
    `${textOf(quote, "price") ?? ""} ${textOf(quote, "currency") ?? "(currency unknown)"}`,
    when === undefined ? "time unknown" : `as of ${when}${means === "unknown" ? "" : ` (${means})`}`,
  ].join(" · ");
}

const sourceLine = (answer: unknown): string =>
  `Source: ${textOf(fieldOf(answer, "source"), "terms") ?? textOf(fieldOf(answer, "source"), "name") ?? "unknown"}`;

const shown = (text: string, answer: unknown): ViewBlock =>
  fieldOf(answer, "old") === true ? warning(`Old: ${text}`) : line(text);

const notesOf = (answers: readonly unknown[]): ViewBlock[] =>
  [...new Set(answers.flatMap((each) => listOf(each, "notes")))].flatMap((note) =>
    typeof note === "string" ? [line(note)] : [],
  );

function quotes(output: unknown): ViewBlock[] {
  const found = listOf(output, "quotes");
  return [
    ...found.map((quote) => shown(priceOf(quote), quote)),
    ...notesOf(found),
    ...[...new Set(found.map(sourceLine))].map(line),
    ...listOf(output, "missing").map((each) =>
      warning(`No price of ${textOf(each, "asked") ?? ""}: ${textOf(each, "error") ?? ""}`),
    ),
  ];
}

const prices = (title: string): Handler => ({
  title,
  category,
  subject: asked,
  outcome(output) {
    const found = listOf(output, "quotes");
    const [only] = found;
    if (found.length !== 1) return counted(found.length, "price");
    return `${textOf(only, "price") ?? ""} ${textOf(only, "currency") ?? ""}`.trim();
  },
  blocks: quotes,
});

/** How prices and rates are shown: each with its time, its currency and its source. */
export const financeHandlers: Readonly<Record<string, Handler>> = {
  stock_quote: prices("Stock quote"),
  crypto_price: prices("Crypto price"),
  exchange_rate: {
    title: "Exchange rate",
    category,
    subject: (input, output) =>
      [textOf(output, "from") ?? textOf(input, "from", "base"), textOf(output, "to") ?? textOf(input, "to", "target")]
        .filter(Boolean)
        .join(" → "),
    outcome: (output) => textOf(output, "rate") ?? "",
    blocks: (output) => {
      const [from, to, rate, day] = ["from", "to", "rate", "as_of"].map((key) => textOf(output, key) ?? "");
      const computed = textOf(output, "computed_from");
      return [
        shown(`1 ${from} = ${rate} ${to} · as of ${day} (reference)`, output),
        ...(computed === undefined ? [] : [line(`Computed from ${computed}`)]),
        ...notesOf([output]),
        line(sourceLine(output)),
      ];
    },
  },
};
