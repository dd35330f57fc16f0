import type { CitationsBlock as CitationsData } from "@holdall/call-view";
import { type MouseEvent, type ReactNode, useId } from "react";
import { Badge } from "./badge.tsx";

const stances = { supports: "good", refutes: "bad" } as const;

/** Go to a passage without changing the address of the page, which may be a route of its application. */
function jump(event: MouseEvent<HTMLAnchorElement>): void {
  const { hash, ownerDocument } = event.currentTarget;
  const target = ownerDocument.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: "nearest" });
}

/** Sentences whose numbers lead to the passages that they rest on; what was dropped is folded away. */
export function CitationsBlock({ block }: { readonly block: CitationsData }): ReactNode {
  const base = useId();
  const { verdict, sentences, sources, dropped, gaps } = block;
  const titles = new Map(sources.map(({ number, title }) => [number, title]));
  return (
    <div className="holdall-citations">
      {verdict && (
        <p>
          <Badge tone={verdict.tone}>{verdict.label}</Badge> <small>{verdict.note}</small>
        </p>
      )}
      {sentences.map(({ text, isQuote, cites }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences are shown in their order and never move
        <p key={at} data-quote={isQuote || undefined}>
          {isQuote ? `“${text}”` : text}
          {cites.map(({ passage, source }) => (
            <a
              key={passage}
              href={`#${base}${passage}`}
              onClick={jump}
              aria-label={`Source ${source}: ${titles.get(source) ?? ""}`}
            >
              [{source}]
            </a>
          ))}
        </p>
      ))}
      {sources.length > 0 && (
        <ol aria-label="Sources">
          {sources.map((source) => (
            <Source key={source.number} source={source} base={base} />
          ))}
        </ol>
      )}
      {gaps.map((gap) => (
        <p key={gap} className="holdall-warning">
          {gap}
        </p>
      ))}
      {dropped.length > 0 && (
        <details className="holdall-dropped">
          <summary>
            {dropped.length === 1 ? "1 sentence was dropped" : `${dropped.length} sentences were dropped`}: no passage
            says it
          </summary>
          <ul>
            {dropped.map(({ text, why }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one sentence may have been written twice
              <li key={at}>
                <s>{text}</s>
                <small>{why}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Source({
  source: { number, title, url, host, published, isCopy, passages },
  base,
}: {
  readonly source: CitationsData["sources"][number];
  readonly base: string;
}): ReactNode {
  const about = [host, published, isCopy ? "repeats another source" : ""].filter(Boolean).join(" · ");
  return (
    <li value={number}>
      {url === undefined ? (
        <span>{title}</span>
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow">
          {title}
        </a>
      )}
      <small>{about}</small>
      {passages.map(({ id, quote, stance }) => (
        <blockquote key={id} id={`${base}${id}`} tabIndex={-1}>
          {stance !== undefined && <Badge tone={stances[stance as keyof typeof stances] ?? "neutral"}>{stance}</Badge>}
          {quote}
        </blockquote>
      ))}
    </li>
  );
}
