import { styleFor } from "../../render/style.ts";
import { oneLine } from "../../render/text.ts";
import type { Terminal } from "./terminal.ts";
import type { Transcript } from "./transcript.ts";

interface Thinking {
  /** A piece of a thought: the line that is drawn over shows its end. */
  add(piece: string): void;
  /** All of a thought, of which one dimmed line stays. */
  end(text: string): void;
}

/** What a model thinks, where lines can be drawn over; elsewhere only what it says is shown. */
export function showThinking({
  terminal: { isLive, screen },
  transcript,
}: {
  readonly terminal: Pick<Terminal, "isLive" | "screen">;
  readonly transcript: Pick<Transcript, "lines" | "status">;
}): Thinking {
  let line = "";
  return {
    add(piece) {
      if (!isLive) return;
      line = `${line}${piece}`.split("\n").at(-1) ?? "";
      if (line.trim() !== "") transcript.status("the model", line.trim());
    },
    end(text) {
      line = "";
      if (!isLive) return;
      const words = text.trim().split(/\s+/).length;
      const told = ` (${words} ${words === 1 ? "word" : "words"})`;
      const shown = oneLine(`  Thought: ${text.trim().replace(/\s+/g, " ")}`, screen.width - told.length);
      transcript.lines([styleFor(screen).dim(`${shown}${told}`)]);
    },
  };
}
