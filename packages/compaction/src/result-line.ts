import type { MessagePart } from "./message.ts";

export interface LineOptions {
  /** True for a tool that may be called again without harm. */
  readonly isRepeatable: (tool: string) => boolean;
  /** Where the removed text is kept, if anywhere. */
  readonly place: string | undefined;
}

/** Characters of a result that is not worth a line in its place. */
export const smallResult = 240;

/**
 * One line in place of an old result: its content in short, and how to get it again. At most `smallResult` characters.
 */
export function resultLine(
  call: MessagePart | undefined,
  result: MessagePart,
  text: string,
  options: LineOptions,
): string {
  const tool = String(result.toolName);
  const size = `${text.length} characters`;
  const again = options.isRepeatable(tool)
    ? "call it again to see them"
    : options.place === undefined
      ? "calling it again would repeat its effect"
      : `kept in ${options.place}`;
  const head = `[removed: ${tool}`;
  const tail = `: ${size}, ${again}]`;
  return `${head}${shorten(argumentsOf(call?.input), smallResult - head.length - tail.length)}${tail}`;
}

/** The first arguments of a call, the shortest way that still tells it from others. */
export function argumentsOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return input === undefined ? "" : ` ${String(input)}`;
  let shown = "";
  for (const key in input) {
    const value = (input as Readonly<Record<string, unknown>>)[key];
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    shown += shown === "" ? ` ${text}` : ` ${key}=${text}`;
    if (shown.length > maxArguments) break;
  }
  return shown.includes("\n") || shown.includes("\t") ? shown.replaceAll(/\s+/g, " ") : shown;
}

/** Characters of arguments after which no more are read. */
const maxArguments = 400;

export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, Math.max(0, max - 1)).toWellFormed()}…`;
