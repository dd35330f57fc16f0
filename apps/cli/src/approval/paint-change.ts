import type { Style } from "../render/style.ts";

/** The lines of a question, with those that a change takes out and puts in coloured. */
export const paintChange = (lines: readonly string[], { red, green }: Style): string[] =>
  lines.map((line) => {
    const [, mark] = /^ {2}[ \d]+ ([-+]) /.exec(line) ?? [];
    return mark === "+" ? green(line) : mark === "-" ? red(line) : line;
  });
