import type { TaskEnd, TaskWork } from "./port/tasks.ts";

/** A task that does what a test says. */
export interface Scripted extends TaskWork {
  print(text: string): void;
  end(end: TaskEnd): void;
}

/** Keeps the last `kept` bytes of what is printed. */
export function scripted(kept = 100_000): Scripted {
  let [printed, stopped] = ["", false];
  let finish: (end: TaskEnd) => void = () => undefined;
  let waiting: (() => void)[] = [];
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const ended = new Promise<TaskEnd>((resolve) => {
    finish = resolve;
  });
  return {
    get bytes() {
      return printed.length;
    },
    ended,
    print(text) {
      printed += text;
      wake();
    },
    end(end) {
      finish(end);
      wake();
    },
    async read(since, max, by) {
      const from = Math.max(since, printed.length - kept);
      const page = printed.slice(from, from + max);
      const text = by === "lines" && page.length < max ? page.slice(0, page.lastIndexOf("\n") + 1) : page;
      return { text, from, next: from + text.length };
    },
    grown: async (bytes) => {
      while (printed.length <= bytes && !stopped) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async stop() {
      stopped = true;
      finish({ status: "stopped", outcome: "stopped" });
      wake();
    },
  };
}
