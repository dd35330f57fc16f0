import type { BudgetRow } from "../call-view.ts";

/** `3 of 30 turns`, `1,240 tokens`, `cost 0.25 of 2`, `4.2 of 600 s`. */
export function budgetText({ kind, used, granted }: BudgetRow): string {
  const unit = kind === "seconds" ? "s" : kind === "turns" && (granted ?? used) === 1 ? "turn" : kind;
  const amount = granted === undefined ? spoken(used) : `${spoken(used)} of ${spoken(granted)}`;
  return kind === "cost" ? `cost ${amount}` : `${amount} ${unit}`;
}

const spoken = (amount: number): string => amount.toLocaleString("en-US", { maximumFractionDigits: 4 });
