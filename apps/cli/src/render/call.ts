import type { ToolResult } from "@holdall/tool-core";
import { describeCall } from "./describe.ts";
import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { columns, duration, oneLine, spread, wrap } from "./text.ts";

/** One finished call. */
export interface FinishedCall {
  readonly tool: string;
  /** As the model wrote it. */
  readonly input: unknown;
  readonly result: ToolResult;
  /** Milliseconds. */
  readonly duration: number;
  /** Calls of calls are indented. */
  readonly depth?: number;
}

/** A call as lines: mark, name, what it was about, what came of it and how long it took; below that an error or a diff. */
export function renderCall(call: FinishedCall, screen: Screen, cwd: string): string[] {
  const style = styleFor(screen);
  const indent = "  ".repeat(1 + (call.depth ?? 0));
  const { result } = call;
  const { subject, outcome, details } = describeCall(call, { ...screen, width: screen.width - indent.length - 4 }, cwd);
  const mark = result.ok ? style.green("✓") : style.red("✗");
  const right = `${result.ok ? outcome : style.red(result.error.code)}  ${style.dim(duration(call.duration).padStart(6))}`;
  const name = oneLine(call.tool, 24).padEnd(11);
  const room = screen.width - indent.length - 4 - columns(name) - columns(right);
  const left = `${indent}${mark} ${style.bold(name)} ${oneLine(subject, Math.max(4, room))}`;
  const below = result.ok ? details : errorLines(result.error, screen.width - indent.length - 4, cwd);
  return [spread(left, right, screen.width), ...below.map((line) => `${indent}    ${line}`)];
}

/** Message and next move; paths are shown from the working directory, as in the line above them. */
function errorLines(
  { message, hint }: { message: string; hint?: string | undefined },
  width: number,
  cwd: string,
): string[] {
  const near = (text: string) => (cwd === "/" ? text : text.replaceAll(`${cwd}/`, ""));
  const next = hint ? wrap(near(hint), width - 2).map((line, i) => (i === 0 ? `→ ${line}` : `  ${line}`)) : [];
  return [...wrap(near(message), width), ...next];
}
