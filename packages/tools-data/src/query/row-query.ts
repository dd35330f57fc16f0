import { type JSONPathQuery, jsonpath } from "json-p3";
import type { FilterExpression } from "./filter-columns.ts";

const { FilterSelector, IndexSelector, NameSelector, SliceSelector, WildcardSelector } = jsonpath.selectors;

/** A query over rows that needs one row at a time. */
export interface RowQuery {
  readonly filter: FilterExpression | undefined;
  readonly start: number;
  readonly stop: number;
  /** The keys that are taken of each row, each as a value of its own; undefined for the rows themselves. */
  readonly names: readonly string[] | undefined;
}

/** `$[?…]`, `$[*]`, `$[a:b]`, `$[n]`, with `.name` or `['a','b']` behind it; undefined for every other query. */
export function asRowQuery({ segments }: JSONPathQuery): RowQuery | undefined {
  const [rows, keys, ...more] = segments;
  const [selector, ...others] = rows?.selectors ?? [];
  if (!rows || !selector || others.length > 0 || more.length > 0 || rows.toString().startsWith("..")) return undefined;
  const names = keys?.selectors.map((each) => (each instanceof NameSelector ? each.name : undefined));
  if (keys?.toString().startsWith("..") || names?.includes(undefined)) return undefined;
  const all = { filter: undefined, start: 0, stop: Number.POSITIVE_INFINITY, names: names as string[] | undefined };
  if (selector instanceof FilterSelector)
    return looksAtRoot(selector.expression) ? undefined : { ...all, filter: selector.expression };
  if (selector instanceof WildcardSelector) return all;
  if (selector instanceof IndexSelector && selector.index >= 0)
    return { ...all, start: selector.index, stop: selector.index + 1 };
  if (!(selector instanceof SliceSelector)) return undefined;
  const { start = 0, stop = Number.POSITIVE_INFINITY, step = 1 } = selector;
  return step === 1 && start >= 0 && stop >= 0 ? { ...all, start, stop } : undefined;
}

/** Whether a filter asks for the whole document, `$`, and so cannot be decided by a row alone. */
export const looksAtRoot = (filter: FilterExpression): boolean =>
  filter
    .toString()
    .replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/gs, "")
    .includes("$");
