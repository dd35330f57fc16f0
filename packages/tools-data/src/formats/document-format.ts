import { ToolError } from "@holdall/tool-core";
import type { Losses } from "../table/losses.ts";

/** A format that holds one value of any shape. */
export interface DocumentFormat {
  parse(text: string, name: string, losses: Losses): unknown;
  write(value: unknown, losses: Losses): string;
}

export const cannotParse = (name: string, format: string, error: unknown): ToolError =>
  new ToolError("parse_error", `${name} is not ${format}: ${error instanceof Error ? error.message : String(error)}`, {
    hint: "Correct that position, or set the format with `from`.",
    cause: error,
  });

/** Nodes of a document; an alias that expands to more is a bomb. */
const maxNodes = 1_000_000;
const maxLevels = 200;

/** Throws `too_large` for a value with too many nodes or levels, and `parse_error` for one that holds itself. */
export function checkSize(value: unknown, name: string): void {
  let nodes = 0;
  const above = new Set<object>();
  const visit = (item: unknown, level: number): void => {
    if (++nodes > maxNodes)
      throw new ToolError("too_large", `${name} expands to more than ${maxNodes} values.`, {
        hint: "Nested aliases can cause that. Convert a part of it.",
      });
    if (typeof item !== "object" || item === null) return;
    if (above.has(item))
      throw new ToolError("parse_error", `${name} has a value that contains itself.`, {
        hint: "Remove the alias to a node from inside that node.",
      });
    if (level === maxLevels)
      throw new ToolError("too_large", `${name} is nested more than ${maxLevels} levels deep.`, {
        hint: "Convert a part of it.",
      });
    above.add(item);
    for (const child of Object.values(item)) visit(child, level + 1);
    above.delete(item);
  };
  visit(value, 0);
}
