import type { TaskEnd, TaskWork } from "@holdall/tools-tasks/port";

/** A run of an agent as a background task: what it prints are its results. */
export interface AgentWork extends TaskWork {
  print(text: string): void;
  end(end: TaskEnd): void;
}

/** Work that prints after what earlier runs have printed. */
export function createAgentWork(
  before: Uint8Array,
  stop: () => void,
  dispose: () => Promise<void>,
): AgentWork & { readonly printed: Uint8Array } {
  let printed = before;
  let grown = Promise.withResolvers<void>();
  const { promise: ended, resolve } = Promise.withResolvers<TaskEnd>();
  let isOver = false;
  const wake = () => {
    grown.resolve();
    grown = Promise.withResolvers();
  };
  return {
    get bytes() {
      return printed.length;
    },
    get printed() {
      return printed;
    },
    ended,
    print(text) {
      const more = new TextEncoder().encode(text);
      const whole = new Uint8Array(printed.length + more.length);
      whole.set(printed);
      whole.set(more, printed.length);
      printed = whole;
      wake();
    },
    end(end) {
      isOver = true;
      resolve(end);
      wake();
    },
    async read(since, max, by) {
      const from = Math.min(since, printed.length);
      let next = characterStart(printed, Math.min(from + max, printed.length));
      if (by === "lines" && !isOver) next = printed.lastIndexOf(10, next - 1) + 1;
      next = Math.max(next, from);
      return { text: new TextDecoder().decode(printed.subarray(from, next)), from, next };
    },
    async grown(bytes) {
      while (printed.length <= bytes && !isOver) await grown.promise;
    },
    async stop() {
      stop();
      await ended;
    },
    dispose,
  };
}

/** The start of the character that a byte belongs to. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}
