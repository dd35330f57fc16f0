import { createInterface } from "node:readline";
import { leaveWithReader } from "../render/print.ts";
import type { Screen } from "../render/screen.ts";
import { screenOf } from "../render/screen.ts";

/** What a person pressed instead of answering. */
export const interrupted = Symbol("interrupted");

/** Where a person talks to a model. */
export interface Terminal {
  /** Somebody is there to answer questions. */
  readonly hasPerson: boolean;
  /** What is written is looked at, not kept: lines may be drawn over. */
  readonly isLive: boolean;
  readonly screen: Screen;
  write(text: string): void;
  /** What is entered: several lines when they are pasted. Undefined when nothing comes any more. */
  read(prompt: string, signal?: AbortSignal): Promise<string | undefined | typeof interrupted>;
  /** Hear of Ctrl-C, wherever it is pressed, until disposed. */
  onInterrupt(listener: () => void): Disposable;
}

/** Milliseconds in which lines that follow each other were pasted, not typed. */
const pasted = 20;

/** The terminal of this process; lines of a file or a pipe where stdin is none. */
export function openTerminal({ stdin, stdout, stderr } = process): Terminal & Disposable {
  const listeners = new Set<() => void>();
  const interrupt = () => {
    if (listeners.size === 0) process.exit(130);
    for (const listener of listeners) listener();
  };
  process.on("SIGINT", interrupt);
  leaveWithReader();
  const hasPerson = stdin.isTTY === true;
  const piped = hasPerson ? undefined : createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const lines = piped?.[Symbol.asyncIterator]();
  const output = stdout.isTTY ? stdout : stderr;
  let history: string[] = [];

  const readTyped = (prompt: string, signal: AbortSignal | undefined) =>
    new Promise<string | undefined | typeof interrupted>((resolve, reject) => {
      const typed: string[] = [];
      let answer: string | undefined | typeof interrupted;
      let timer: NodeJS.Timeout | undefined;
      const reader = createInterface({ input: stdin, output, terminal: true, history: [...history], historySize: 200 });
      const give = (value: string | typeof interrupted) => {
        answer = value;
        reader.close();
      };
      const stop = () => {
        reject(signal?.reason);
        reader.close();
      };
      signal?.addEventListener("abort", stop, { once: true });
      reader.on("history", (all) => {
        history = all;
      });
      reader.on("line", (line) => {
        typed.push(line);
        clearTimeout(timer);
        timer = setTimeout(() => give(typed.join("\n")), pasted);
      });
      reader.on("SIGINT", () => {
        if (reader.line !== "") return reader.write(null, { ctrl: true, name: "u" });
        output.write("\n");
        give(interrupted);
        for (const listener of listeners) listener();
      });
      reader.on("close", () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        resolve(answer ?? (typed.length > 0 ? typed.join("\n") : undefined));
      });
      reader.setPrompt(prompt);
      reader.prompt();
    });

  return {
    hasPerson,
    isLive: stdout.isTTY === true && process.env.TERM !== "dumb",
    screen: screenOf(stdout),
    write: (text) => void stdout.write(text),
    async read(prompt, signal) {
      signal?.throwIfAborted();
      if (!lines) return await readTyped(prompt, signal);
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
