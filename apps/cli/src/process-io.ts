import type { Io } from "./io.ts";

/** The process that this command is. */
export function processIo(): Io {
  return {
    // Node opens it when it is first read, with what streams of files need.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    self: [process.execPath, ...process.execArgv, process.argv[1] ?? ""],
    onSignal(signals, listener) {
      for (const signal of signals) process.on(signal, listener);
      return {
        [Symbol.dispose]() {
          for (const signal of signals) process.off(signal, listener);
        },
      };
    },
    raise: (signal, to) => void process.kill(to === "job" ? 0 : process.pid, signal),
    onExit(listener) {
      process.on("exit", listener);
      return { [Symbol.dispose]: () => void process.off("exit", listener) };
    },
    exit: (code) => process.exit(code),
  };
}
