import type { Asker } from "@holdall/tools-interact/port";
import { lineAsker } from "@holdall/tools-interact/terminal";
import type { Terminal } from "../screen/terminal.ts";
import type { HeldLines, Transcript } from "../screen/transcript.ts";
import { formAsker } from "./ask-by-form.ts";

interface Asking {
  readonly terminal: Pick<Terminal, "read" | "keys" | "screen">;
  readonly transcript: Pick<Transcript, "hold">;
}

/** Ask at the terminal what the model wants to know, and show its plans, while nothing else is written: by lists, or by lines where nothing can be drawn over. */
export function askQuestions({ terminal, transcript }: Asking): Asker {
  const { keys, screen } = terminal;
  const askerFor = (held: HeldLines, signal: AbortSignal): Asker =>
    keys
      ? formAsker({ screen, show: held.lines, choose: (choice) => keys.choose(choice, signal) })
      : lineAsker({
          async read(prompt) {
            const typed = await terminal.read(prompt, signal);
            return typeof typed === "string" ? typed : undefined;
          },
          write: (text) => held.lines([text.replace(/\n$/, "")]),
        });
  const whileHeld = async <T>(signal: AbortSignal, show: (asker: Asker) => T | PromiseLike<T>): Promise<T> => {
    await keys?.typeAhead.whenQuiet(signal);
    signal.throwIfAborted();
    using held = transcript.hold();
    return await show(askerFor(held, signal));
  };
  return {
    ask: (request, at) => whileHeld(at.signal, ({ ask }) => ask(request, at)),
    review: (request, at) => whileHeld(at.signal, ({ review }) => review(request, at)),
  };
}
