import { ToolError } from "@holdall/tool-core";
import { jsonpath } from "json-p3";
import { cellKind, type Row } from "../scan/row.ts";
import { cellValue } from "../table/cell-value.ts";
import type { ColumnType } from "../table/column-types.ts";
import { isExactNumber } from "../table/exact-number.ts";
import { type FilterExpression, nameOf } from "./filter-columns.ts";
import { compileJsonPath, matches } from "./json-path.ts";

const {
  BooleanLiteral,
  FunctionExtension,
  InfixExpression,
  LogicalExpression,
  NullLiteral,
  NumberLiteral,
  PrefixExpression,
  RelativeQuery,
  StringLiteral,
} = jsonpath.expressions;
const { FilterSelector } = jsonpath.selectors;

/** Whether a row is wanted. */
export type RowFilter = (row: Row) => boolean;

/** A column as a filter needs it; undefined while no row has had it. */
export type ColumnOf = (name: string) => { readonly index: number; readonly type: ColumnType } | undefined;

type Operand = (row: Row) => unknown;

/** What no value is: a key that is not there. */
const nothing = Symbol("nothing");

/**
 * The filter of `$[?…]` for rows, without an object for each. Undefined for filters that look deeper than a row's own keys, or
 * use other functions than match, search and length: those are for a row's object.
 */
export function compileRowFilter(
  expression: FilterExpression,
  columnOf: ColumnOf,
  isTyped: boolean,
): RowFilter | undefined {
  if (expression instanceof LogicalExpression) return compileRowFilter(expression.expression, columnOf, isTyped);
  if (expression instanceof PrefixExpression) {
    const right = compileRowFilter(expression.right, columnOf, isTyped);
    return right && expression.operator === "!" ? (row) => !right(row) : undefined;
  }
  if (expression instanceof RelativeQuery) {
    const name = nameOf(expression);
    if (name === undefined) return undefined;
    const column = remember(columnOf, name);
    return (row) => {
      const found = column();
      return found !== undefined && row.kinds[found.index] !== cellKind.missing;
    };
  }
  if (expression instanceof FunctionExtension) return compileTest(expression, columnOf, isTyped);
  if (!(expression instanceof InfixExpression)) return undefined;
  const { operator } = expression;
  if (operator === "&&" || operator === "||") {
    const left = compileRowFilter(expression.left, columnOf, isTyped);
    const right = compileRowFilter(expression.right, columnOf, isTyped);
    if (!left || !right) return undefined;
    return operator === "&&" ? (row) => left(row) && right(row) : (row) => left(row) || right(row);
  }
  const left = operandOf(expression.left, columnOf, isTyped);
  const right = operandOf(expression.right, columnOf, isTyped);
  const compare: RowFilter | undefined = left && right && ((row) => compareValues(left(row), operator, right(row)));
  return (compare && compareBytes(expression, columnOf, isTyped, compare)) ?? compare;
}

/** `@.name == 'text'` without making text of cells; what is not plain text in a row goes the other way. */
function compareBytes(
  { left, operator, right }: jsonpath.expressions.InfixExpression,
  columnOf: ColumnOf,
  isTyped: boolean,
  otherwise: RowFilter,
): RowFilter | undefined {
  if (operator !== "==" || !(left instanceof RelativeQuery) || !(right instanceof StringLiteral)) return undefined;
  const name = nameOf(left);
  if (name === undefined || !right.value.isWellFormed()) return undefined;
  const wanted = new TextEncoder().encode(right.value);
  const column = remember(columnOf, name);
  return (row) => {
    const found = column();
    if (!found || row.kinds[found.index] !== cellKind.text || (!isTyped && found.type !== "text"))
      return otherwise(row);
    const start = row.starts[found.index]!;
    if (row.ends[found.index]! - start !== wanted.length) return false;
    for (let i = 0; i < wanted.length; i++) if (row.buffer[start + i] !== wanted[i]) return false;
    return true;
  };
}

/** A column that is looked up until a row has it. */
function remember(columnOf: ColumnOf, name: string): () => ReturnType<ColumnOf> {
  let column: ReturnType<ColumnOf>;
  return () => {
    column ??= columnOf(name);
    return column;
  };
}

/** The expression in the brackets of `$[?…]`. */
export function filterOf(where: string): FilterExpression {
  const written = where
    .trim()
    .replace(/^\$\[\?(.*)\]$/s, "$1")
    .replace(/^\?/, "");
  const [segment] = compileJsonPath(`$[?${written}]`).segments;
  const [selector] = segment?.selectors ?? [];
  if (selector instanceof FilterSelector) return selector.expression;
  throw new ToolError("invalid_input", `${where} is not a filter.`, {
    hint: "Write one such as @.price < 10 && @.city == 'Rome'.",
  });
}

function compileTest(
  test: jsonpath.expressions.FunctionExtension,
  columnOf: ColumnOf,
  isTyped: boolean,
): RowFilter | undefined {
  if (test.name !== "match" && test.name !== "search") return undefined;
  const [text, pattern] = test.args.map((arg) => operandOf(arg, columnOf, isTyped));
  if (!text || !pattern) return undefined;
  return (row) => matches(text(row), pattern(row), test.name === "match");
}

function operandOf(expression: FilterExpression, columnOf: ColumnOf, isTyped: boolean): Operand | undefined {
  if (
    expression instanceof StringLiteral ||
    expression instanceof NumberLiteral ||
    expression instanceof BooleanLiteral
  ) {
    const { value } = expression;
    return () => value;
  }
  if (expression instanceof NullLiteral) return () => null;
  if (expression instanceof RelativeQuery) {
    const name = nameOf(expression);
    if (name === undefined) return undefined;
    const column = remember(columnOf, name);
    return (row) => valueIn(row, column(), isTyped);
  }
  if (expression instanceof FunctionExtension && expression.name === "length") {
    const [arg] = expression.args.map((each) => operandOf(each, columnOf, isTyped));
    return arg && ((row) => lengthOf(arg(row)));
  }
  return undefined;
}

function valueIn(row: Row, column: ReturnType<ColumnOf>, isTyped: boolean): unknown {
  if (column === undefined) return nothing;
  const value = cellValue(row, column.index, isTyped, column.type);
  if (value === undefined) return nothing;
  return isExactNumber(value) ? Number(value.rawJSON) : value;
}

function lengthOf(value: unknown): unknown {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : nothing;
}

/** By RFC 9535, §2.3.5.2.2; nested values are equal when their JSON is. */
function compareValues(left: unknown, operator: string, right: unknown): boolean {
  switch (operator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "<":
      return isLess(left, right);
    case ">":
      return isLess(right, left);
    case "<=":
      return isLess(left, right) || isEqual(left, right);
    case ">=":
      return isLess(right, left) || isEqual(left, right);
    default:
      return false;
  }
}

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right ||
  (typeof left === "object" &&
    typeof right === "object" &&
    left !== null &&
    right !== null &&
    canonical(left) === canonical(right));

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item) && !isExactNumber(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );

const isLess = (left: unknown, right: unknown): boolean =>
  (typeof left === "number" && typeof right === "number" && left < right) ||
  (typeof left === "string" && typeof right === "string" && left < right);
