import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";

export interface LineReader {
  /** One line of the user, without spaces around it; undefined when the input has ended. */
  read(prompt: string, signal: AbortSignal): Promise<string | undefined>;
  /** On a terminal, forget what was typed before now, so that it answers nothing that was not shown yet. */
  forgetTyped(): void;
}

/** Lines of an input, none of which is lost between two requests. Nothing is read before the first. */
export function createLineReader(input: Readable, output: Writable): LineReader {
  const typed: string[] = [];
  let lines: Interface | undefined;
  let ended = false;
  let taken: ((line: string | undefined) => void) | undefined;

  const open = (): Interface => {
    const opened = createInterface({ input, terminal: false });
    opened.on("line", (line) => {
      if (!take(line)) typed.push(line);
    });
    opened.on("close", () => {
      ended = true;
      take(undefined);
    });
    return opened;
  };

  const take = (line: string | undefined): boolean => {
    const reader = taken;
    taken = undefined;
    reader?.(line);
    return reader !== undefined;
  };

  const isOver = () => ended || input.readableEnded || input.destroyed;

  const next = (signal: AbortSignal): Promise<string | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    taken = resolve;
    lines ??= open();
    lines.resume();
    return promise.finally(() => {
      taken = undefined;
      signal.removeEventListener("abort", stop);
      if (!isOver()) lines?.pause();
    });
  };

  return {
    async read(prompt, signal) {
      signal.throwIfAborted();
      output.write(prompt);
      const line = typed.length > 0 ? typed.shift() : isOver() ? undefined : await next(signal);
      return line?.trim();
    },
    forgetTyped() {
      if ("isTTY" in input && input.isTTY) typed.length = 0;
    },
  };
}
