import type { ToolEvent } from "@holdall/tool-core";
import type { Screen } from "../../render/screen.ts";
import { styleFor } from "../../render/style.ts";
import { oneLine } from "../../render/text.ts";

interface LiveOutput {
  /** Gives the lines that stay: what a command had printed when its person stopped it. */
  follow(event: ToolEvent): string[];
  /** The end of what the commands that run have printed. */
  lines(width: number): string[];
}

const shownRunning = 5;
const shownStopped = 10;

/** Follow what commands print while they run. */
export function followOutput(screen: Screen): LiveOutput {
  const { dim } = styleFor(screen);
  const printed = new Map<string, string>();
  const endOf = (text: string, rows: number, width: number) =>
    text
      .trimEnd()
      .split("\n")
      .slice(-rows)
      .map((line) => dim(`    ${oneLine(line, width - 4)}`));
  return {
    follow(event) {
      const { callId } = event;
      if (event.type === "call-progress") {
        const { output } = Object(event.progress.data) as { readonly output?: unknown };
        if (typeof output === "string" && output.trim() !== "") printed.set(callId, output);
      }
      if (event.type !== "call-end") return [];
      const text = printed.get(callId);
      printed.delete(callId);
      const wasStopped = !event.result.ok && event.result.error.code === "aborted";
      return wasStopped && text !== undefined ? endOf(text, shownStopped, screen.width) : [];
    },
    lines: (width) => [...printed.values()].flatMap((text) => endOf(text, shownRunning, width)).slice(-shownRunning),
  };
}
