import { createInterface } from "node:readline";
import { leaveWithReader } from "../render/print.ts";
import { type Screen, type ScreenOptions, screenOf } from "../render/screen.ts";
import type { Complete } from "./complete-line.ts";

/** What a person pressed instead of answering. */
export const interrupted = Symbol("interrupted");

/** What helps a person to type. */
export interface Typing {
  /** What was typed before, the last first. */
  readonly history: () => string[];
  /** What Tab offers. */
  readonly complete: Complete;
}

/** Where a person talks to a model. */
export interface Terminal {
  /** Somebody is there to answer questions. */
  readonly hasPerson: boolean;
  /** What is written is looked at, not kept: lines may be drawn over. */
  readonly isLive: boolean;
  readonly screen: Screen;
  write(text: string): void;
  /** What is entered: several lines when they are pasted. Undefined when nothing comes any more. */
  read(prompt: string, signal?: AbortSignal, typing?: Typing): Promise<string | undefined | typeof interrupted>;
  /** Hear of Ctrl-C, wherever it is pressed, until disposed. */
  onInterrupt(listener: () => void): Disposable;
}

/** Milliseconds in which lines that follow each other were pasted, not typed. */
const pasted = 20;

/** The terminal of this process; lines of a file or a pipe where stdin is none. */
export function openTerminal(options: ScreenOptions = {}, { stdin, stdout, stderr } = process): Terminal & Disposable {
  const listeners = new Set<() => void>();
  /** Ends the question that is asked, where the terminal itself sends the signal. */
  let stopReading: (() => void) | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const interrupt = () => {
    if (listeners.size === 0 && !stopReading) process.exit(130);
    stopReading?.();
    tell();
  };
  process.on("SIGINT", interrupt);
  leaveWithReader();
  const hasPerson = stdin.isTTY === true;
  const piped = hasPerson ? undefined : createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const lines = piped?.[Symbol.asyncIterator]();
  const output = stdout.isTTY ? stdout : stderr;
  const screen = screenOf(stdout, process.env, options);

  const readTyped = (prompt: string, signal: AbortSignal | undefined, typing: Typing | undefined) =>
    new Promise<string | undefined | typeof interrupted>((resolve, reject) => {
      const typed: string[] = [];
      let answer: string | undefined | typeof interrupted;
      let timer: NodeJS.Timeout | undefined;
      const reader = createInterface({
        input: stdin,
        output,
        // Editing draws the line anew with each key; without it the terminal itself takes whole lines.
        terminal: !screen.spoken,
        history: typing?.history() ?? [],
        historySize: 200,
        ...(typing && {
          completer: (line: string, give: (error: null, found: [string[], string]) => void) =>
            void typing.complete(line).then(
              (found) => give(null, found),
              () => give(null, [[], line]),
            ),
        }),
      });
      const give = (value: string | typeof interrupted) => {
        answer = value;
        reader.close();
      };
      const stop = () => {
        reject(signal?.reason);
        reader.close();
      };
      signal?.addEventListener("abort", stop, { once: true });
      stopReading = () => {
        output.write("\n");
        give(interrupted);
      };
      reader.on("line", (line) => {
        typed.push(line);
        clearTimeout(timer);
        timer = setTimeout(() => give(typed.join("\n")), pasted);
      });
      reader.on("SIGINT", () => {
        if (reader.line !== "") return reader.write(null, { ctrl: true, name: "u" });
        interrupt();
      });
      reader.on("close", () => {
        clearTimeout(timer);
        stopReading = undefined;
        signal?.removeEventListener("abort", stop);
        resolve(answer ?? (typed.length > 0 ? typed.join("\n") : undefined));
      });
      reader.setPrompt(prompt);
      reader.prompt();
    });

  return {
    hasPerson,
    isLive: stdout.isTTY === true && process.env.TERM !== "dumb" && !screen.spoken,
    screen,
    write: (text) => void stdout.write(text),
    async read(prompt, signal, typing) {
      signal?.throwIfAborted();
      if (!lines) return await readTyped(prompt, signal, typing);
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    onInterrupt(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    [Symbol.dispose]() {
      process.off("SIGINT", interrupt);
      piped?.close();
    },
  };
}
