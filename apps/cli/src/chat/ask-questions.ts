import type { Asker } from "@holdall/tool-core/interact";
import { lineAsker } from "@holdall/tools-interact/terminal";
import type { InTurn } from "./in-turn.ts";
import type { Terminal } from "./terminal.ts";
import type { Transcript } from "./transcript.ts";

interface Asking {
  readonly terminal: Pick<Terminal, "read">;
  readonly transcript: Pick<Transcript, "hold">;
  /** Runs one question at a time. */
  readonly inTurn: InTurn;
}

/** Ask at the terminal what the model wants to know, and show its plans, while nothing else is written. */
export function askQuestions({ terminal, transcript, inTurn }: Asking): Asker {
  const whileHeld = <T>(signal: AbortSignal, show: (asker: Asker) => T | PromiseLike<T>): Promise<T> =>
    inTurn(async () => {
      signal.throwIfAborted();
      using screen = transcript.hold();
      const asker = lineAsker({
        async read(prompt) {
          const typed = await terminal.read(prompt, signal);
          return typeof typed === "string" ? typed : undefined;
        },
        write: (text) => screen.lines([text.replace(/\n$/, "")]),
      });
      return await show(asker);
    });
  return {
    ask: (request, at) => whileHeld(at.signal, ({ ask }) => ask(request, at)),
    review: (request, at) => whileHeld(at.signal, ({ review }) => review(request, at)),
  };
}
