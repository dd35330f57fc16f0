import type { QuotesBlock as QuotesData } from "@holdall/call-view";
import type { ReactNode } from "react";
import { Badge } from "./badge.tsx";

/** Prices, each with its currency, time, delay and source. What its source does not say is called unknown. */
export function QuotesBlock({ block: { quotes, missing } }: { readonly block: QuotesData }): ReactNode {
  return (
    <div className="holdall-quotes">
      {quotes.length > 0 && (
        <ul aria-label="Prices">
          {quotes.map((quote, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one symbol may be asked for twice
            <Quote key={at} quote={quote} />
          ))}
        </ul>
      )}
      {missing.map(({ asked, why, next, candidates }) => (
        <div key={asked} className="holdall-warning">
          <b>No price of {asked}.</b> {why}
          {candidates.length > 0 && ` It may be: ${candidates.join(", ")}.`}
          {next !== undefined && <span className="holdall-hint">{next}</span>}
        </div>
      ))}
    </div>
  );
}

function Quote({ quote }: { readonly quote: QuotesData["quotes"][number] }): ReactNode {
  const { symbol, about, price, currency, change, asOf, asOfMeans, age, delay, isOld, source, terms, notes } = quote;
  return (
    <li>
      <p className="holdall-price">
        <span>
          <b>{symbol}</b>
          {about !== "" && <small> {about}</small>}
        </span>
        <span>
          <b>{price}</b> {currency ?? <Badge tone="caution">currency unknown</Badge>}
          {change !== undefined && <small> {change}</small>}
        </span>
      </p>
      <p className="holdall-facts">
        {isOld && <Badge tone="caution">old</Badge>}
        {asOf === null ? (
          <Badge tone="caution">time unknown</Badge>
        ) : (
          <span>
            <time dateTime={asOf}>{asOf}</time>
            {asOfMeans !== "" && ` (${asOfMeans})`}
          </span>
        )}
        {age !== undefined && <span>{age} old when asked</span>}
        <span>{delay}</span>
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p className="holdall-terms">
        Source: {source}
        {terms !== undefined && `. ${terms}`}
      </p>
    </li>
  );
}
