import { type AgentBlock as AgentData, type BudgetRow, budgetText } from "@holdall/call-view";
import type { ReactNode } from "react";
import { shownText } from "../parts/shown-text.ts";

const names: Readonly<Record<BudgetRow["kind"], string>> = {
  turns: "Turns",
  tokens: "Tokens",
  cost: "Cost",
  seconds: "Time",
};

/** An agent: its use of its limits, why it stopped, what it changed and what was denied. */
export function AgentBlock({ block }: { readonly block: AgentData }): ReactNode {
  const { agent, end, isPartial, reason, budget, files, denied, calls } = block;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page has many of them, which are neither landmarks nor forms
    <section role="group" className="holdall-agent" aria-label={`Agent ${agent}`} data-end={end}>
      <p className="holdall-end">
        {end.replaceAll("_", " ")}
        {isPartial && " · partial report"}
        {calls.length > 0 && <small>{calls.map(([tool, count]) => `${shownText(tool)} × ${count}`).join(", ")}</small>}
      </p>
      {reason !== undefined && <p className="holdall-warning">{reason}</p>}
      {budget.length > 0 && (
        <dl className="holdall-budget">
          {budget.map((row) => (
            <BudgetItem key={row.kind} row={row} />
          ))}
        </dl>
      )}
      <Paths title="Files changed" paths={files} />
      <Paths title="Refused" paths={denied} />
    </section>
  );
}

function BudgetItem({ row }: { readonly row: BudgetRow }): ReactNode {
  const { kind, used, granted } = row;
  return (
    <div data-used={granted !== undefined && used >= granted ? "up" : undefined}>
      <dt>{names[kind]}</dt>
      <dd>
        {budgetText(row)}
        {granted !== undefined && granted > 0 && (
          <progress aria-label={`${names[kind]}: ${budgetText(row)}`} value={Math.min(used, granted)} max={granted} />
        )}
      </dd>
    </div>
  );
}

function Paths({ title, paths }: { readonly title: string; readonly paths: readonly string[] }): ReactNode {
  if (paths.length === 0) return null;
  return (
    <div className="holdall-list">
      <p>{title}</p>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <code>{shownText(path)}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
