import { compileTextPattern, PatternError, type TextPattern } from "@holdall/pattern-core";
import { ToolError } from "@holdall/tool-core";
import type { TaskPage, TaskWork } from "./port/tasks.ts";

const pageBytes = 64 * 1024;

/**
 * The lines from a cursor on that hold a match, as many as fit into `maxChars`; `next` is after the last one looked at.
 */
export async function readLines(
  work: TaskWork,
  since: number,
  pattern: TextPattern,
  maxChars: number,
): Promise<TaskPage> {
  let from = since;
  let next = since;
  let text = "";
  for (;;) {
    const page = await work.read(next, pageBytes, "lines");
    if (next === since) from = page.from;
    if (page.next === next) return { text, from, next };
    const found = linesOf(page.text).filter((line) => holds(pattern, line));
    const added = found.map((line) => `${line}\n`).join("");
    if (text !== "" && text.length + added.length > maxChars) return { text, from, next };
    text += added.length > maxChars ? `${added.slice(0, maxChars)}…\n` : added;
    next = page.next;
  }
}

/** Compile what a model gives as a filter. */
export function compileFilter(filter: string): TextPattern {
  try {
    return compileTextPattern(filter);
  } catch (error) {
    throw refused(error, filter);
  }
}

function holds(pattern: TextPattern, line: string): boolean {
  try {
    return pattern.find(line, 0, line.length) !== undefined;
  } catch (error) {
    throw refused(error, "");
  }
}

const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");

function refused(error: unknown, filter: string): unknown {
  if (!PatternError.is(error)) return error;
  return new ToolError("invalid_input", `The filter ${filter.slice(0, 200)} cannot be used: ${error.message}.`, {
    hint: error.hint ?? "Write it in the syntax of ripgrep.",
    cause: error,
  });
}
