import { isWindows } from "@holdall/tool-kit/node";
import type { Io } from "../io.ts";
import { createKeyDecoder, type Key } from "./decode-keys.ts";

export type RedrawReason = "resize" | "resume";

export interface KeyListener {
  readonly key: (key: Key) => void;
  /** The screen has another size, or the process continues after Ctrl-Z. */
  readonly redraw?: (why: RedrawReason) => void;
}

/** The keys of a terminal in raw mode. */
export interface Keyboard extends Disposable {
  /** Receive keys until disposed. The last subscriber receives them alone. */
  listen(listener: KeyListener): Disposable;
}

/** What a keyboard needs of a process. */
export type KeyboardIo = Pick<Io, "stdin" | "stdout" | "onSignal" | "onExit" | "raise">;

const begin = "\x1b[?2004h";
const end = "\x1b[?2004l\x1b[?25h";

/** Takes keys until disposed; Ctrl-Z stops the process, and a terminal is left as it was found however the process ends. */
export function openKeyboard({ stdin, stdout, onSignal, onExit, raise }: KeyboardIo): Keyboard {
  const listeners: KeyListener[] = [];
  const decode = createKeyDecoder();
  const enter = () => {
    stdin.setRawMode?.(true);
    stdout.write(begin);
  };
  const leave = () => {
    stdout.write(end);
    if (!stdin.destroyed) stdin.setRawMode?.(false);
  };
  const hear = (chunk: string) => {
    for (const key of decode(chunk)) {
      if (key.ctrl && key.name === "z" && !isWindows()) suspend();
      else listeners.at(-1)?.key(key);
    }
  };
  /** As the terminal itself would do it: the whole job, which may be more than this process. */
  const suspend = () => {
    leave();
    raise("SIGTSTP", "job");
  };
  const resume = () => {
    enter();
    listeners.at(-1)?.redraw?.("resume");
  };
  const resize = () => listeners.at(-1)?.redraw?.("resize");
  const ignore = () => {
    for (const each of heard) each[Symbol.dispose]();
  };
  const die = (signal: NodeJS.Signals) => {
    leave();
    ignore();
    raise(signal);
  };
  stdin.setEncoding("utf8");
  stdin.on("data", hear);
  stdout.on("resize", resize);
  const heard = [onSignal(["SIGCONT"], resume), onSignal(["SIGTERM", "SIGHUP"], die), onExit(leave)];
  enter();
  return {
    listen(listener) {
      listeners.push(listener);
      return { [Symbol.dispose]: () => void listeners.splice(listeners.lastIndexOf(listener), 1) };
    },
    [Symbol.dispose]() {
      ignore();
      stdin.off("data", hear).pause();
      stdout.off("resize", resize);
      leave();
    },
  };
}
