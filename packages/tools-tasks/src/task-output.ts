import { compileTextPattern, PatternError, searchLines, type TextPattern } from "@holdall/pattern-core";
import { defineTool, type StateKey, type Tool, type ToolContext, ToolError } from "@holdall/tool-core";
import type { Task, TaskPage } from "@holdall/tool-core/tasks";
import * as z from "zod";
import { findTask } from "./_find-task.ts";
import { describeTask, taskInfo } from "./_task-info.ts";

const input = z.object({
  task_id: z.string(),
  since: z.number().int().nonnegative().optional().describe("byte cursor"),
  block: z.boolean().optional(),
  timeout: z.number().nonnegative().optional().describe("ms"),
  filter: z.string().optional().describe("regex for lines"),
});
const output = z.object({
  task: taskInfo,
  text: z.string(),
  /** The cursor of its first byte: later than what was asked for when that is no longer kept. */
  from: z.number(),
  next: z.number(),
  /** More has been printed than this page holds. */
  has_more: z.boolean(),
  /** Lines that the filter left out. */
  filtered: z.number().optional(),
  /** The wait ended by its time limit. */
  timed_out: z.boolean(),
  lost_bytes: z.number(),
  now: z.number(),
});

export type TaskOutputInput = z.infer<typeof input>;
export type TaskOutputOutput = z.infer<typeof output>;

const maxBytes = 30_000;
const usualTimeout = 30_000;
const longestTimeout = 600_000;

/** Where the last reading of each task ended, so that the next goes on there. */
const cursors: StateKey<Map<string, number>> = { name: "task-cursors", create: () => new Map() };

/**
 * Read what a background task has printed, from a cursor or where the last reading ended. `block` (true unless set) waits
 * for its end, or with a filter for the first line that matches, for `timeout` milliseconds at most (30,000, up to 600,000).
 */
export function taskOutput(): Tool<TaskOutputInput, TaskOutputOutput> {
  return defineTool({
    name: "task_output",
    category: "tasks",
    description:
      "Read on in the output of a background task; waits for its end, or for a line that matches `filter`, unless block is false.",
    examples: ["has the build finished", "wait until the server listens", "show the log of the background task"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: {
      claude: { name: "TaskOutput" },
      names: ["bash_output", "agent_output_tool"],
      params: { bash_id: "task_id", id: "task_id", wait_up_to: "timeout" },
    },
    access: () => [],
    async *execute({ task_id: id, since, block = true, timeout = usualTimeout, filter }, ctx) {
      const task = findTask(ctx, id);
      const read = ctx.state(cursors);
      const start = since ?? read.get(id) ?? 0;
      const pattern = filter === undefined ? undefined : patternOf(filter);
      const deadline = Date.now() + Math.min(timeout, longestTimeout);
      const isOver = block ? yield* wait(task, { start, pattern, deadline }, ctx) : true;
      const { info, work } = findTask(ctx, id);
      const page = (await work?.read(start, maxBytes)) ?? { text: "", from: start, next: start };
      read.set(id, page.next);
      const { text, filtered } = pattern ? only(page.text, pattern) : { text: page.text, filtered: undefined };
      return {
        task: info,
        text,
        from: page.from,
        next: page.next,
        has_more: page.next < info.bytes,
        ...(filtered !== undefined && { filtered }),
        timed_out: !isOver,
        lost_bytes: work ? Math.max(0, page.from - start) : Math.max(0, info.bytes - start),
        now: Date.now(),
      };
    },
    render({ task, text, from, next, has_more, filtered, timed_out, lost_bytes, now }) {
      const facts = [
        describeTask(task, now),
        ...(lost_bytes > 0 ? [`${lost_bytes} bytes before byte ${from} are no longer kept.`] : []),
        ...(filtered ? [`${filtered} other lines left out by the filter.`] : []),
        ...(has_more ? [`There is more: read on with since: ${next}.`] : []),
        ...(timed_out ? ["It is still running; the wait ended by its time limit."] : []),
      ];
      return `${facts.join("\n")}\n${text === "" ? "Nothing new was printed." : text}`;
    },
  });
}

interface Wait {
  readonly start: number;
  readonly pattern: TextPattern | undefined;
  readonly deadline: number;
}

/** True when what was waited for has come, false when time is up. Tells every few seconds that it still waits. */
async function* wait({ info, work }: Task, { start, pattern, deadline }: Wait, { signal }: ToolContext) {
  if (!work || info.status !== "running") return true;
  let seen = start;
  let rest = "";
  for (;;) {
    if (pattern) {
      const page: TaskPage = await work.read(seen, maxBytes);
      seen = page.next;
      const text = rest + page.text;
      if (!searchLines(text, pattern).next().done) return true;
      rest = text.slice(text.lastIndexOf("\n") + 1);
      if (page.text !== "") continue;
    }
    const left = deadline - Date.now();
    if (left <= 0) return false;
    const news = pattern ? [work.ended, work.grown(seen)] : [work.ended];
    const came = await within(Promise.race(news), Math.min(left, 5_000), signal);
    if (came === "time") {
      if (deadline - Date.now() > 0) yield { message: `Waiting for ${info.id}.` };
    } else if (!pattern || (await within(work.ended, 0, signal)) !== "time") return true;
  }
}

/** What a promise gives, or `time` after some milliseconds. Rejects when the signal aborts. */
function within<T>(promise: Promise<T>, milliseconds: number, signal: AbortSignal): Promise<T | "time"> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    const timer = setTimeout(() => done("time"), milliseconds);
    const done = (value: T | "time") => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(value);
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(done, reject);
  });
}

/** The lines that match, and how many do not. */
function only(text: string, pattern: TextPattern): { text: string; filtered: number } {
  const lines = text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
  const kept = [...searchLines(text, pattern)].map(({ start, end }) => text.slice(start, end));
  return { text: kept.join("\n"), filtered: lines - kept.length };
}

function patternOf(filter: string): TextPattern {
  try {
    return compileTextPattern(filter);
  } catch (error) {
    if (!PatternError.is(error)) throw error;
    throw new ToolError(
      "invalid_input",
      `filter cannot be used: ${error.message} (at character ${error.position + 1}).`,
      {
        hint: error.hint ?? "Use a simpler pattern.",
        data: { parameter: "filter", position: error.position },
      },
    );
  }
}
