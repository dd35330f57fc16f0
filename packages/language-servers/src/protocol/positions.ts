import type { TextPosition, TextRange } from "../port/index.ts";

/** How a server counts columns. */
export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

export interface WirePosition {
  readonly line: number;
  readonly character: number;
}

export interface WireRange {
  readonly start: WirePosition;
  readonly end: WirePosition;
}

/** The lines of a text as servers count them, without their breaks. */
export const splitLines = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);

/** Our column, counted from 1 in UTF-16 units, as the server counts it. */
export function toWire(
  { line, column }: TextPosition,
  lines: readonly string[],
  encoding: PositionEncoding,
): WirePosition {
  const units = column - 1;
  if (encoding === "utf-16") return { line: line - 1, character: units };
  const before = (lines[line - 1] ?? "").slice(0, units);
  return { line: line - 1, character: encoding === "utf-8" ? Buffer.byteLength(before) : [...before].length };
}

/** A server's position as ours. A column behind the end of its line is the end. */
export function fromWire(
  { line, character }: WirePosition,
  lines: readonly string[] | undefined,
  encoding: PositionEncoding,
): TextPosition {
  if (encoding === "utf-16" || !lines) return { line: line + 1, column: character + 1 };
  const text = lines[line] ?? "";
  let [left, units] = [character, 0];
  for (const sign of text) {
    left -= encoding === "utf-8" ? Buffer.byteLength(sign) : 1;
    if (left < 0) break;
    units += sign.length;
  }
  return { line: line + 1, column: units + 1 };
}

export const rangeFromWire = (
  { start, end }: WireRange,
  lines: readonly string[] | undefined,
  encoding: PositionEncoding,
): TextRange => ({ start: fromWire(start, lines, encoding), end: fromWire(end, lines, encoding) });

/** A range of an answer; undefined where it is none. */
export function readRange(value: unknown): WireRange | undefined {
  const { start, end } = (value ?? {}) as { readonly start?: unknown; readonly end?: unknown };
  return isPosition(start) && isPosition(end) ? { start, end } : undefined;
}

function isPosition(value: unknown): value is WirePosition {
  const { line, character } = (value ?? {}) as Partial<WirePosition>;
  return isCount(line) && isCount(character);
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
