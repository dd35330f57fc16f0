import type { Tone, ViewBlock } from "@holdall/call-view";
import type { Screen } from "../screen.ts";
import { styleFor } from "../style.ts";
import { counted, oneLine, wrap } from "../text.ts";

type Of<K extends ViewBlock["kind"]> = Extract<ViewBlock, { kind: K }>;

function painter(screen: Screen) {
  const { red, yellow, green } = styleFor(screen);
  const plain = (text: string) => text;
  const colors: Readonly<Record<Tone, (text: string) => string>> = {
    good: green,
    bad: red,
    caution: yellow,
    neutral: plain,
  };
  return (tone: Tone, text: string) => colors[tone](oneLine(text, screen.width));
}

/** What was said with the numbers of its sources, or the passages with their stances; then the sources and what is missing. */
export function citationRows(block: Of<"citations">, screen: Screen): string[] {
  const { dim, yellow, bold } = styleFor(screen);
  const paint = painter(screen);
  const whole = (text: string) => wrap(text, screen.width, "broken");
  const numbers = (cites: readonly { readonly source: number }[]) =>
    [...new Set(cites.map(({ source }) => `[${source}]`))].join("");
  const said = block.sentences.flatMap(({ text, isQuote, cites }) =>
    whole(`${isQuote ? `“${text}”` : text} ${numbers(cites)}`),
  );
  const passages = block.sources.flatMap(({ number, passages: own }) =>
    own.flatMap(({ quote, stance }) =>
      whole(`${stance === undefined ? "" : `${stance}: `}“${quote.replace(/\s+/g, " ")}” [${number}]`),
    ),
  );
  const { verdict } = block;
  return [
    ...(verdict ? [bold(paint(verdict.tone, `${verdict.label} (${verdict.note})`))] : []),
    ...(said.length > 0 ? said : passages),
    ...block.sources.map(({ number, title, url, published, isCopy }) => {
      const about = [published, isCopy ? "repeats another source" : undefined].filter(Boolean).join(", ");
      return dim(oneLine(`[${number}] ${title}${about === "" ? "" : ` (${about})`}  ${url ?? ""}`, screen.width));
    }),
    ...block.dropped.flatMap(({ text, why }) => whole(`Dropped: ${text} (${why})`).map(yellow)),
    ...block.gaps.flatMap((gap) => whole(gap).map(yellow)),
  ];
}

/** A price never stands without its currency and time, or the words that they are unknown. */
export function quoteRows(block: Of<"quotes">, screen: Screen): string[] {
  const { dim, yellow } = styleFor(screen);
  const whole = (text: string) => wrap(text, screen.width, "broken");
  const terms = new Set(block.quotes.map(({ source, terms: told }) => `Source: ${told ?? source}`));
  const notes = new Set(block.quotes.flatMap((quote) => quote.notes));
  return [
    ...block.quotes.flatMap((quote) => {
      const rows = whole(quoteText(quote));
      return quote.isOld ? rows.map(yellow) : rows;
    }),
    ...block.missing.flatMap(({ asked, why, next, candidates }) => {
      const choices = candidates.length === 0 ? "" : ` It may be: ${candidates.join(", ")}.`;
      return whole(`No price of ${asked}: ${why}${choices}${next === undefined ? "" : ` ${next}`}`).map(yellow);
    }),
    ...[...notes, ...terms].flatMap((text) => whole(text).map(dim)),
  ];
}

function quoteText(quote: Of<"quotes">["quotes"][number]): string {
  const { symbol, about, price, currency, change, asOf, asOfMeans, age, delay, isOld } = quote;
  const time = asOf === null ? "time unknown" : `as of ${asOf}${asOfMeans === "" ? "" : ` (${asOfMeans})`}`;
  return [
    `${isOld ? "Old: " : ""}${symbol}${about === "" ? "" : ` (${about})`}`,
    `${price} ${currency ?? "(currency unknown)"}${change === undefined ? "" : ` (${change})`}`,
    `${time}${age === undefined ? "" : `, ${age} old`}`,
    delay,
  ].join(" · ");
}

/** Recipients, content and result; every recipient, whatever else is cut. */
export function messageRows(block: Of<"message">, screen: Screen): string[] {
  const { dim, yellow } = styleFor(screen);
  const whole = (text: string) => wrap(text, screen.width, "broken");
  const { state, from, subject, body, id, bytes, sha256 } = block;
  const lines = (body ?? "").replace(/\n$/, "").split("\n");
  const size = bytes === undefined ? undefined : `${bytes.toLocaleString("en")} bytes`;
  const facts = [id, size, sha256 === undefined ? undefined : `sha256 ${sha256}`].filter(Boolean).join(" · ");
  return [
    ...(state ? [painter(screen)(state.tone, state.label)] : []),
    ...(from === undefined ? [] : whole(`from: ${from}`)),
    ...block.recipients.flatMap(({ as, address, spelledOut, warnings, outcome }) => {
      const shown = `${as}: ${address}${spelledOut === undefined ? "" : ` (${spelledOut})`}`;
      const rows = whole([`${shown}${outcome === undefined ? "" : `, ${outcome}`}`, ...warnings].join(". "));
      return warnings.length > 0 ? rows.map(yellow) : rows;
    }),
    ...(subject === undefined ? [] : whole(`subject: ${subject}`)),
    ...block.notes.flatMap(({ text, isWarning }) => whole(text).map(isWarning ? yellow : dim)),
    ...block.attachments.flatMap(({ path }) => whole(`attached: ${path}`)),
    ...(facts === "" ? [] : whole(facts).map(dim)),
    ...(body === undefined ? [] : lines.slice(0, bodyLines).map((line) => dim(oneLine(line, screen.width)))),
    ...(lines.length > bodyLines ? [dim(`… ${counted(lines.length - bodyLines, "more row")}`)] : []),
  ];
}

const bodyLines = 8;
