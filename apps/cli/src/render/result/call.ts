import { type CallView, hasProblem } from "@holdall/call-view";
import { foldName } from "@holdall/tool-core";
import type { Screen } from "../screen.ts";
import { styleFor } from "../style.ts";
import { columns, duration, oneLine, spread, wrap } from "../text.ts";
import { renderBlock } from "./blocks.ts";

export interface CallOptions {
  /** How many calls it is nested in. */
  readonly depth?: number | undefined;
  /** The agents that it works for: it is one line then, which names them. */
  readonly path?: readonly string[] | undefined;
  /** What it was called with: a pattern that is searched for is in quotes. */
  readonly input?: unknown;
}

/** A finished call as lines: mark, name, subject, result and duration; below that an error or its content. */
export function renderCall(
  call: CallView,
  screen: Screen,
  { depth = 0, path = [], input }: CallOptions = {},
): string[] {
  const style = styleFor(screen);
  const indent = "  ".repeat(1 + depth);
  const width = screen.width - indent.length - 4;
  const { error } = call;
  // A command that ran and says no is an answer, and not a good one; so is half a report.
  const saysNo = call.blocks.some(hasProblem);
  if (screen.spoken || screen.width < narrow) {
    const state = error ? "failed" : saysNo ? "done, with a problem" : "done";
    const facts = [error?.code ?? call.outcome, duration(call.duration ?? 0)].filter(Boolean).join(", ");
    const what = [[...path, call.tool].join(" > "), subjectOf(call, input)].join(" ").trimEnd();
    const head = screen.spoken
      ? `${what}: ${state}; ${facts}`
      : `${error ? "✗" : saysNo ? "!" : "✓"} ${what}: ${facts}`;
    const shown = screen.spoken ? wrap(head, screen.width, "broken") : [oneLine(head, screen.width)];
    return path.length > 0
      ? shown
      : [...shown, ...belowOf(call, { ...screen, width: screen.width - 2 }).map((line) => `  ${line}`)];
  }
  const mark = error ? style.red("✗") : saysNo ? style.yellow("!") : style.green("✓");
  const outcome = error
    ? style.red(oneLine(error.code, 24))
    : (saysNo ? style.yellow : String)(oneLine(call.outcome, 24));
  const right = `${outcome}  ${style.dim(duration(call.duration ?? 0).padStart(6))}`;
  const name = oneLine([...path, call.tool].join(" > "), 24 + 12 * path.length).padEnd(11);
  const left = `${indent}${mark} ${style.bold(name)} ${oneLine(subjectOf(call, input), Math.max(4, width - columns(name) - columns(right)))}`;
  if (path.length > 0) return [spread(left, right, screen.width)];
  const below = belowOf(call, { ...screen, width });
  return [spread(left, right, screen.width), ...below.map((line) => `${indent}    ${line}`)];
}

/** The number of columns below which a line has no room for a call's result. */
const narrow = 50;

const belowOf = (call: CallView, screen: Screen): string[] =>
  call.error ? errorLines(call.error, screen) : shownBlocks(call).flatMap((block) => renderBlock(block, screen));

/** A pattern is not to be taken for words of ours: `"x" in src`. */
function subjectOf({ tool, subject }: CallView, input: unknown): string {
  const { pattern } = Object(input) as { readonly pattern?: unknown };
  const isSearch = /^grep(files)?$/.test(foldName(tool));
  if (!isSearch || typeof pattern !== "string" || !subject.startsWith(pattern)) return subject;
  return `"${pattern}"${subject.slice(pattern.length)}`;
}

/** Of code only what was written: what was read is known. */
const shownBlocks = ({ tool, blocks }: CallView) =>
  blocks.filter(({ kind }) => kind !== "code" || !/^(file)?read/.test(foldName(tool)));

/** Message and next move. */
function errorLines({ message, hint }: NonNullable<CallView["error"]>, { width, spoken }: Screen): string[] {
  const arrow = spoken ? "" : "→ ";
  const next = hint
    ? wrap(hint, width - arrow.length).map((line, i) => (i === 0 ? arrow : " ".repeat(arrow.length)) + line)
    : [];
  return [...wrap(message, width), ...next];
}
