import type { ViewBlock } from "@holdall/call-view";
import { type ReactNode, useEffect, useState } from "react";
import { StyledSource } from "../parts/styled-source.tsx";
import { More } from "./code-block.tsx";

type Of<K extends ViewBlock["kind"]> = Extract<ViewBlock, { kind: K }>;

/**
 * A text as it is. Markdown is styled and stays source: pages are untrusted, and nothing in them may become a part of
 * this one.
 */
export function TextBlock({ block }: { readonly block: Of<"text"> | Of<"markdown"> }): ReactNode {
  if (block.kind === "text" && block.isWarning)
    return (
      <p className="holdall-warning" role="alert">
        {block.text}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a page has many of them, which are neither landmarks nor forms
    <section role="group" className="holdall-text" aria-label="Text" tabIndex={0}>
      {block.kind === "markdown" ? <StyledSource text={block.text} /> : block.text}
    </section>
  );
}

/** Results with their addresses, opened apart and without telling where they were clicked. */
export function LinksBlock({ block: { links, more } }: { readonly block: Of<"links"> }): ReactNode {
  return (
    <>
      <ol className="holdall-links">
        {links.map(({ title, url, host, snippet, note }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one address may stand twice
          <li key={at}>
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              {title}
            </a>
            <small>
              {host}
              {note ? ` · ${note}` : ""}
            </small>
            {snippet && <p>{snippet}</p>}
          </li>
        ))}
      </ol>
      <More count={more} noun="result" />
    </>
  );
}

const marks: Readonly<Record<string, string>> = { completed: "✓", in_progress: "▸", cancelled: "✕" };

/** A todo list and how much of it is done. */
export function TodosBlock({ block: { items, done } }: { readonly block: Of<"todos"> }): ReactNode {
  return (
    <div className="holdall-todos">
      <progress aria-label={`${done} of ${items.length} done`} value={done} max={Math.max(1, items.length)} />
      <ul>
        {items.map(({ text, status }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: todos have no other name
          <li key={at} data-status={status}>
            <span aria-hidden="true">{marks[status] ?? "○"}</span>
            <span>{text}</span>
            <span className="holdall-hidden">({status.replaceAll("_", " ")})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A picture, from a data URL or from bytes. */
export function ImageBlock({ block: { mediaType, source, name } }: { readonly block: Of<"image"> }): ReactNode {
  const [url, setUrl] = useState(typeof source === "string" ? source : undefined);
  useEffect(() => {
    if (typeof source === "string") return setUrl(source);
    const made = URL.createObjectURL(new Blob([new Uint8Array(source)], { type: mediaType }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [source, mediaType]);
  return <img className="holdall-image" src={url} alt={name ?? "Result"} />;
}

/** Cells of a notebook: source, and what it gave. */
export function CellsBlock({ block: { cells, more } }: { readonly block: Of<"cells"> }): ReactNode {
  return (
    <>
      <ol className="holdall-cells">
        {cells.map(({ type, source, output }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are shown in their order and never move
          <li key={at}>
            <small>{type}</small>
            <pre>{source}</pre>
            {output !== undefined && <pre className="holdall-output">{output}</pre>}
          </li>
        ))}
      </ol>
      <More count={more} noun="cell" />
    </>
  );
}

/** Background tasks and how they are. */
export function TasksBlock({ block: { tasks } }: { readonly block: Of<"tasks"> }): ReactNode {
  if (tasks.length === 0) return <p className="holdall-more">No tasks</p>;
  return (
    <ul className="holdall-tasks">
      {tasks.map(({ state, title }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that broke may repeat an id
        <li key={at}>
          <code>{title}</code> <small>{state}</small>
        </li>
      ))}
    </ul>
  );
}
