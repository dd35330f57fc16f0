import { ToolError } from "@holdall/tool-core";
import { jsonpath } from "json-p3";
import { cellKind, cellText, isEmptyCell, type Row } from "../scan/row.ts";
import { cellValue } from "../table/cell-value.ts";
import type { ColumnType } from "../table/column-types.ts";
import { exactNumber } from "../table/exact-number.ts";
import { noteOther, numberIn, type OtherCells } from "../table/number-text.ts";
import { compareValues, nothing } from "./compare-values.ts";
import { type FilterExpression, nameOf } from "./filter-columns.ts";
import { compileJsonPath, matches } from "./json-path.ts";
import { plainFilter } from "./plain-filter.ts";

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

/** What the parts of a filter need to know of the table. */
export interface FilterTable {
  readonly columnOf: ColumnOf;
  /** Whether cells say what they are, as in JSON. In CSV a cell is read as what it is compared with. */
  readonly isTyped: boolean;
  /** Cells of CSV that were compared with a number and are none, by column. */
  readonly others: Map<string, OtherCells>;
}

/**
 * The filter of `$[?…]` for rows, without an object for each. Undefined for filters that look deeper than a row's own keys, or
 * use other functions than match, search and length: those are for a row's object.
 */
export function compileRowFilter(expression: FilterExpression, table: FilterTable): RowFilter | undefined {
  if (expression instanceof LogicalExpression) return compileRowFilter(expression.expression, table);
  if (expression instanceof PrefixExpression) {
    const right = compileRowFilter(expression.right, table);
    return right && expression.operator === "!" ? (row) => !right(row) : undefined;
  }
  if (expression instanceof RelativeQuery) {
    const name = nameOf(expression);
    if (name === undefined) return undefined;
    const column = remember(table.columnOf, name);
    return (row) => {
      const found = column();
      return found !== undefined && row.kinds[found.index] !== cellKind.missing;
    };
  }
  if (expression instanceof FunctionExtension) return compileTest(expression, table);
  if (!(expression instanceof InfixExpression)) return undefined;
  const { operator } = expression;
  if (operator === "&&" || operator === "||") {
    const left = compileRowFilter(expression.left, table);
    const right = compileRowFilter(expression.right, table);
    if (!left || !right) return undefined;
    return operator === "&&" ? (row) => left(row) && right(row) : (row) => left(row) || right(row);
  }
  const left = operandOf(expression.left, table, kindOf(expression.right));
  const right = operandOf(expression.right, table, kindOf(expression.left));
  const compare: RowFilter | undefined = left && right && ((row) => compareValues(left(row), operator, right(row)));
  return (compare && compareBytes(expression, table, compare)) ?? compare;
}

/** `@.name == 'text'` without making text of cells; what is not plain text in a row goes the other way. */
function compareBytes(
  { left, operator, right }: jsonpath.expressions.InfixExpression,
  { columnOf }: FilterTable,
  otherwise: RowFilter,
): RowFilter | undefined {
  if (operator !== "==" || !(left instanceof RelativeQuery) || !(right instanceof StringLiteral)) return undefined;
  const name = nameOf(left);
  if (name === undefined || !right.value.isWellFormed()) return undefined;
  const wanted = new TextEncoder().encode(right.value);
  const column = remember(columnOf, name);
  return (row) => {
    const found = column();
    if (!found || row.kinds[found.index] !== cellKind.text) return otherwise(row);
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
  const [segment] = compileJsonPath(`$[?${plainFilter(written) ?? written}]`).segments;
  const [selector] = segment?.selectors ?? [];
  if (selector instanceof FilterSelector) return selector.expression;
  throw new ToolError("invalid_input", `${where} is not a filter.`, {
    hint: "Write one such as @.price < 10 && @.city == 'Rome'.",
  });
}

function compileTest(test: jsonpath.expressions.FunctionExtension, table: FilterTable): RowFilter | undefined {
  if (test.name !== "match" && test.name !== "search") return undefined;
  const [text, pattern] = test.args.map((arg) => operandOf(arg, table, "text"));
  if (!text || !pattern) return undefined;
  return (row) => matches(text(row), pattern(row), test.name === "match");
}

/** What a cell of CSV is read as, by what it is compared with: another column, a text, a number, true or false, null. */
type ComparedType = "any" | "text" | "number" | "boolean" | "null";

function kindOf(other: FilterExpression): ComparedType {
  if (other instanceof StringLiteral) return "text";
  if (other instanceof NumberLiteral || other instanceof FunctionExtension) return "number";
  if (other instanceof BooleanLiteral) return "boolean";
  return other instanceof NullLiteral ? "null" : "any";
}

function operandOf(expression: FilterExpression, table: FilterTable, wanted: ComparedType): Operand | undefined {
  if (expression instanceof NumberLiteral) {
    const value = exactNumber(expression.token.value);
    return () => value;
  }
  if (expression instanceof StringLiteral || expression instanceof BooleanLiteral) {
    const { value } = expression;
    return () => value;
  }
  if (expression instanceof NullLiteral) return () => null;
  if (expression instanceof RelativeQuery) {
    const name = nameOf(expression);
    if (name === undefined) return undefined;
    const column = remember(table.columnOf, name);
    return (row) => {
      const found = column();
      if (found === undefined) return nothing;
      return table.isTyped ? typedCell(row, found.index) : readCell(row, found.index, name, wanted, table);
    };
  }
  if (expression instanceof FunctionExtension && expression.name === "length") {
    const [arg] = expression.args.map((each) => operandOf(each, table, "text"));
    return arg && ((row) => lengthOf(arg(row)));
  }
  return undefined;
}

function typedCell(row: Row, column: number): unknown {
  const value = cellValue(row, column, true, "text");
  return value === undefined ? nothing : value;
}

function readCell(row: Row, column: number, name: string, wanted: ComparedType, { others }: FilterTable): unknown {
  if (row.kinds[column] === cellKind.missing) return nothing;
  if (isEmptyCell(row, column)) return wanted === "text" ? "" : null;
  const text = () => cellText(row, column) ?? "";
  if (wanted === "boolean") {
    const word = text().trim().toLowerCase();
    return word === "true" || word === "false" ? word === "true" : text();
  }
  if (wanted === "number" || wanted === "any") {
    const isPlain = row.kinds[column] === cellKind.text;
    const [start, end] = [row.starts[column]!, row.ends[column]!];
    const number = isPlain ? numberIn(row.buffer, start, end, text) : undefined;
    if (number !== undefined) return number;
    if (wanted === "number") noteOther(others, name, row, text());
  }
  return text();
}

function lengthOf(value: unknown): unknown {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : nothing;
}
