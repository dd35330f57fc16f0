import type {
  DiagnosticsBlock as DiagnosticsData,
  StepsBlock as StepsData,
  TableBlock as TableData,
} from "@holdall/call-view";
import type { ReactNode } from "react";
import { shownText } from "../parts/shown-text.ts";
import { More } from "./code-block.tsx";

/** Rows under their columns; numbers to the right. */
export function TableBlock({ block: { columns, rows, more, moreColumns } }: { readonly block: TableData }): ReactNode {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a page has many of them, which are neither landmarks nor forms */}
      <section role="group" className="holdall-table" aria-label="Table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, isNumber, type }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two long names may be cut to the same
                <th key={at} scope="col" data-number={isNumber || undefined}>
                  {name}
                  {type !== undefined && <small>{type}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown in their order and never move
              <tr key={at}>
                {columns.map(({ isNumber }, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two long names may be cut to the same
                  <td key={column} data-number={isNumber || undefined}>
                    {row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <More count={more} noun="row" />
      <More count={moreColumns} noun="column" />
    </>
  );
}

const severityMarks = { error: "✗", warning: "▲", info: "ℹ", hint: "·" } as const;

/** Problems with their places, each with the word of its severity for those who do not see its color. */
export function DiagnosticsBlock({ block: { items, more } }: { readonly block: DiagnosticsData }): ReactNode {
  return (
    <>
      <ul className="holdall-diagnostics">
        {items.map(({ severity, path, line, column, message, source, since }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one problem may be reported twice
          <li key={at} data-severity={severity}>
            <span aria-hidden="true">{severityMarks[severity]}</span>
            <span className="holdall-hidden">{severity}</span>
            <div>
              {since !== undefined && <b>{since} </b>}
              {shownText(message)}
              <small>
                <code>{shownText([path, line, column].filter((part) => part !== undefined).join(":"))}</code>
                {source === "" ? "" : ` · ${shownText(source)}`}
              </small>
            </div>
          </li>
        ))}
      </ul>
      <More count={more} noun="problem" />
    </>
  );
}

/** Steps of a run in their order, and how each ended. */
export function StepsBlock({ block: { steps } }: { readonly block: StepsData }): ReactNode {
  return (
    <ol className="holdall-steps">
      {steps.map(({ id, tool, status, detail }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that broke may repeat an id
        <li key={at} data-status={status}>
          <b>{status.replaceAll("_", " ")}</b> {shownText(id)} <code>{shownText(tool)}</code>
          {detail !== undefined && <p>{shownText(detail)}</p>}
        </li>
      ))}
    </ol>
  );
}
