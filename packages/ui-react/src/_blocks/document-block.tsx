import type { DocumentBlock as DocumentData, DocumentPiece } from "@holdall/call-view";
import { type ReactNode, useId } from "react";
import { StyledSource } from "../parts/styled-source.tsx";
import { More } from "./code-block.tsx";

/**
 * What was read of a document: a section for each page, slide or sheet. Texts stay source, because documents are untrusted, and
 * nothing in them may become a part of this page.
 */
export function DocumentBlock({ block: { unit, parts, more, notes } }: { readonly block: DocumentData }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a page has many of them, which are neither landmarks nor forms
    <section role="group" className="holdall-pages" aria-label="Document" tabIndex={0}>
      {notes.map((note) => (
        <p key={note} className="holdall-more">
          {note}
        </p>
      ))}
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are shown in their order and never move
        <Part key={at} part={part} />
      ))}
      <More count={more} noun={unit} />
    </section>
  );
}

function Part({ part: { title, pieces } }: { readonly part: DocumentData["parts"][number] }): ReactNode {
  const id = useId();
  return (
    <section className="holdall-part" aria-labelledby={id}>
      <p id={id} className="holdall-part-title">
        {title}
      </p>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same
        <div key={at} className="holdall-piece">
          {piece.kind === "text" ? <StyledSource text={piece.text} /> : <Grid table={piece} />}
        </div>
      ))}
    </section>
  );
}

function Grid({
  table: { head, rows, more },
}: {
  readonly table: Extract<DocumentPiece, { kind: "table" }>;
}): ReactNode {
  return (
    <>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) =>
              cell === "" ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name but their place
                <td key={at} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <th key={at} scope="col">
                  {cell}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            <tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <More count={more} noun="row" />
    </>
  );
}
