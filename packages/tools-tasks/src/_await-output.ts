import type { TextPattern } from "@holdall/pattern-core";
import type { Progress } from "@holdall/tool-core";
import { readLines } from "./_read-lines.ts";
import type { TaskPage, TaskWork } from "./port/tasks.ts";

export interface Wait {
  readonly work: TaskWork;
  readonly since: number;
  readonly maxBytes: number;
  isRunning(): boolean;
  /** On the clock of `performance`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Wait for a task's end, then read what it has printed. */
export async function* awaitEnd(wait: Wait): AsyncGenerator<Progress, TaskPage, void> {
  const { work, since, maxBytes } = wait;
  while (isOpen(wait)) {
    if (!(await happens(work.ended, wait))) yield signOfLife(work);
  }
  return work.read(since, maxBytes);
}

/** Wait for a line that matches, or for the task's end. */
export async function* awaitLine(wait: Wait, pattern: TextPattern): AsyncGenerator<Progress, TaskPage, void> {
  const { work, since, maxBytes } = wait;
  for (let from = since, next = since; ; ) {
    const { bytes } = work;
    const page = await readLines(work, next, pattern, maxBytes);
    if (next === since) from = page.from;
    next = page.next;
    if (page.text !== "" || !isOpen(wait)) return { ...page, from };
    if (!(await happens(work.grown(bytes), wait))) yield signOfLife(work);
  }
}

const isOpen = ({ isRunning, deadline }: Wait) => isRunning() && performance.now() < deadline;

const signOfLife = ({ bytes }: TaskWork): Progress => ({
  message: `Still running, ${bytes} bytes printed.`,
  data: { bytes },
});

/** Milliseconds between signs of life. */
const every = 5_000;

/** Whether something happens before it is time for a sign of life. Throws when the signal aborts. */
async function happens(event: Promise<unknown>, { deadline, signal }: Wait): Promise<boolean> {
  signal.throwIfAborted();
  const late = Promise.withResolvers<false>();
  const stop = () => late.resolve(false);
  const timer = setTimeout(stop, Math.min(deadline - performance.now(), every));
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([event.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    signal.throwIfAborted();
  }
}
