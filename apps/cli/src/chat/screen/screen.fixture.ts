import headless, { type Terminal as View } from "@xterm/headless";
import { expect } from "vitest";

export const rows = 24;

/** A terminal that draws what is written to it. */
export const newView = (columns: number): View =>
  new headless.Terminal({ cols: columns, rows, scrollback: 5_000, allowProposedApi: true });

/** What is written on a terminal, and how it looks. */
export function followScreen(view: View) {
  let written = "";
  let from = 0;
  return {
    show(text: string): void {
      written += text;
      view.write(text);
    },
    /** All that was written. */
    screen: () => written,
    /** Wait until something new is on the screen. */
    async sees(wanted: RegExp): Promise<void> {
      await expect.poll(() => written.slice(from), { interval: 10 }).toMatch(wanted);
      from = written.length;
    },
    /** Wait until the lines of the terminal, as they are drawn now, look like this. */
    shows: (lines: RegExp) => expect.poll(() => linesOf(view), { interval: 10 }).toMatch(lines),
  };
}

/** Every line that a terminal has drawn, those above its screen included. */
export function linesOf({ buffer: { active } }: View): string {
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? "");
  return lines.join("\n").trimEnd();
}
