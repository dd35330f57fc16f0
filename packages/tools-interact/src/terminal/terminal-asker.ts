import type { Readable, Writable } from "node:stream";
import { createAsker } from "../create-asker.ts";
import type { Asker } from "../port/index.ts";
import { createLineReader } from "./_line-reader.ts";
import { lineAsker } from "./line-asker.ts";

export interface TerminalAskerOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Milliseconds for one request; no limit by default. */
  readonly timeout?: number | undefined;
}

/**
 * Ask on a terminal, by lines: numbers choose options, other text is an answer of one's own, an empty line leaves a
 * question out. An input that has ended before the first answer means that there is no user; one that ends later
 * dismisses the questions.
 */
export function terminalAsker({ input, output, timeout }: TerminalAskerOptions): Asker {
  const lines = createLineReader(input, output);
  const { ask, review } = lineAsker({ read: lines.read, write: (text) => void output.write(text) });
  return createAsker({
    ask: (request, at) => {
      lines.forgetTyped();
      return ask(request, at);
    },
    review: (request, at) => {
      lines.forgetTyped();
      return review(request, at);
    },
    timeout,
  });
}
