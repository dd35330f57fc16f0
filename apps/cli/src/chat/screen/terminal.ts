import { createInterface } from "node:readline";
import type { Io } from "../../io.ts";
import { leaveWithReader } from "../../render/print.ts";
import { type Screen, type ScreenOptions, screenOf } from "../../render/screen.ts";
import type { Choice, ChoiceEnd } from "../../terminal/choice.ts";
import type { Typing } from "../../terminal/edit-line.ts";
import { openLive } from "../../terminal/open-live.ts";
import type { TypeAhead } from "../../terminal/type-ahead.ts";

/** What the user pressed instead of answering. */
export const interrupted = Symbol("interrupted");

/** Where the user talks to a model. */
export interface Terminal {
  /** True if the user can answer questions. */
  readonly hasPerson: boolean;
  /** What is written is looked at, not kept: lines may be drawn over. */
  readonly isLive: boolean;
  readonly screen: Screen;
  /** What only a live terminal with the user has. */
  readonly keys?: TerminalKeys | undefined;
  write(text: string): void;
  /** What is entered: several lines when they are pasted. Undefined when nothing comes any more. */
  read(prompt: string, signal?: AbortSignal, typing?: Typing): Promise<string | undefined | typeof interrupted>;
  /** Listen for Ctrl-C, wherever it is pressed, until disposed. */
  onInterrupt(listener: () => void): Disposable;
}

export interface TerminalKeys {
  /** Let the person choose from a list. */
  choose(choice: Choice, signal?: AbortSignal): Promise<ChoiceEnd>;
  readonly typeAhead: TypeAhead;
}

/** Milliseconds in which lines that follow each other were pasted, not typed. */
const pasted = 20;

/** The terminal that a command is in; lines of a file or a pipe where stdin is none. */
export function openTerminal(io: Io, options: ScreenOptions = {}): Terminal & Disposable {
  const { stdin, stdout, stderr, env } = io;
  const listeners = new Set<() => void>();
  /** Ends the question that is asked, where the terminal itself sends the signal. */
  let stopReading: (() => void) | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const interrupt = () => {
    if (listeners.size === 0 && !stopReading) io.exit(130);
    stopReading?.();
    tell();
  };
  leaveWithReader(io);
  const interrupts = io.onSignal(["SIGINT"], interrupt);
  const hasPerson = stdin.isTTY === true;
  const screen = screenOf(stdout, env, options);
  const isLive = stdout.isTTY === true && env.TERM !== "dumb" && !screen.spoken;
  const live = hasPerson && isLive ? openLive({ io, screen, interrupt, stop: tell }) : undefined;
  const piped = hasPerson ? undefined : createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const lines = piped?.[Symbol.asyncIterator]();
  const output = stdout.isTTY ? stdout : stderr;

  /** Lines that the terminal itself edits, for what is read aloud or cannot be drawn over. */
  const readTyped = (prompt: string, signal: AbortSignal | undefined) =>
    new Promise<string | undefined | typeof interrupted>((resolve, reject) => {
      const typed: string[] = [];
      let answer: string | undefined | typeof interrupted;
      let timer: NodeJS.Timeout | undefined;
      const reader = createInterface({ input: stdin, output, terminal: false });
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
    isLive,
    screen,
    keys: live,
    write: (text) => void stdout.write(text),
    async read(prompt, signal, typing) {
      signal?.throwIfAborted();
      if (live) {
        const edited = await live.edit(prompt, signal, typing);
        if (edited.end === "line") return edited.line;
        if (edited.end === "closed") return undefined;
        tell();
        return interrupted;
      }
      if (!lines) return await readTyped(prompt, signal);
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    onInterrupt(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    [Symbol.dispose]() {
      interrupts[Symbol.dispose]();
      live?.[Symbol.dispose]();
      piped?.close();
    },
  };
}
