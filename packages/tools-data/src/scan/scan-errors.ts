import { ToolError } from "@holdall/tool-core";

export const tooLong = (name: string, line: number): ToolError =>
  new ToolError("too_large", `${name}: the row that begins on line ${line} has more than 16 MiB.`, {
    hint: "A quote or bracket above it may be unclosed. Otherwise, remove the large value from the table.",
    data: { line },
  });

export const badJson = (name: string, line: number, what: string): ToolError =>
  new ToolError("parse_error", `${name}, line ${line}: ${what}.`, {
    hint: "Correct the line; nothing was dropped or guessed.",
    data: { line },
  });
