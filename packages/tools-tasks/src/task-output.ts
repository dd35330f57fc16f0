import { defineTool, type StateKey, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { awaitEnd, awaitLine } from "./_await-output.ts";
import { compileFilter } from "./_read-lines.ts";
import { describeTask, infoOf, taskSchema } from "./_task-info.ts";
import { findTask } from "./port/find-task.ts";

// Bounds are checked but not in the schema, because every request pays for its tokens.
const natural = z.number().refine((value) => Number.isSafeInteger(value) && value >= 0, "must be an integer");
const input = z.object({
  task_id: z.string(),
  block: z.boolean().optional().describe("false: do not wait"),
  timeout: natural.optional().describe("ms, default 30000"),
  offset: natural.optional().describe("Bytes to skip"),
  filter: z.string().optional(),
});
const output = z.object({
  task: taskSchema,
  text: z.string(),
  /** The first byte that was checked. */
  offset: z.number(),
  next_offset: z.number(),
  /** The number of bytes so far. */
  total: z.number(),
  /** Requested bytes before `offset` that are no longer stored. */
  left_out: z.object({ lost: z.number().optional() }).optional(),
  /** True if waiting timed out. */
  timed_out: z.boolean(),
  notes: z.array(z.string()),
});

export type TaskOutputInput = z.infer<typeof input>;
export type TaskOutputOutput = z.infer<typeof output>;

/** Bytes of one answer. */
const pageBytes = 30_000;
const maxTimeout = 600_000;

/** Where the last call has ended, by task. */
const cursors: StateKey<Map<string, number>> = { name: "task_cursors", create: () => new Map() };

const lostOf = (lost: number): Pick<TaskOutputOutput, "left_out"> => (lost > 0 ? { left_out: { lost } } : {});

/** Create the tool `task_output`: reads new output of a task, and can wait for its end or for a line. */
export function taskOutput(): Tool<TaskOutputInput, TaskOutputOutput, "task_output", TaskOutputInput> {
  return defineTool({
    name: "task_output",
    category: "tasks",
    description: "Read a background task's new output, once it ends or a line matches the regex filter.",
    guidance: [
      "Continues where the last call ended, or at byte `offset`. Waits 30 s by default, not at all if `block` is false.",
      "To wait until a server is up, pass what it prints as `filter`.",
    ].join("\n"),
    examples: ["what did the server print", "wait for the build to finish"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: {
      claude: { name: "TaskOutput" },
      names: ["bash_output", "get_task_output"],
      params: {
        bash_id: "task_id",
        shell_id: "task_id",
        id: "task_id",
        timeout_ms: "timeout",
        regex: "filter",
        since: "offset",
        cursor: "offset",
      },
    },
    access: () => [],
    async *execute({ task_id, block = true, timeout = 30_000, offset, filter }, ctx) {
      const { work, info } = findTask(task_id, ctx);
      const pattern = filter === undefined ? undefined : compileFilter(filter);
      const seen = ctx.state(cursors);
      const start = offset ?? seen.get(info.id) ?? 0;
      const notes = timeout > maxTimeout ? [`timeout is limited to ${maxTimeout} ms.`] : [];
      if (!work) {
        notes.push("Its output was lost with the process that ran it.");
        const nothing = { text: "", offset: info.bytes, next_offset: info.bytes, total: info.bytes, timed_out: false };
        return { task: infoOf(info), ...nothing, ...lostOf(info.bytes - start), notes };
      }

      const isRunning = () => findTask(task_id, ctx).info.status === "running";
      const deadline = performance.now() + (block ? Math.min(timeout, maxTimeout) : 0);
      const wait = { work, since: start, maxBytes: pageBytes, isRunning, deadline, signal: ctx.signal };
      const { text, from, next } = yield* pattern ? awaitLine(wait, pattern) : awaitEnd(wait);
      seen.set(info.id, next);
      const isLate = block && isRunning() && !(pattern && text);
      if (isLate) notes.push(`It is still running: it did not end within ${Math.min(timeout, maxTimeout)} ms.`);
      return {
        task: infoOf(findTask(task_id, ctx).info),
        text,
        offset: from,
        next_offset: next,
        total: work.bytes,
        ...lostOf(from - start),
        timed_out: isLate,
        notes,
      };
    },
    render({ task, text, next_offset, total, left_out, notes }) {
      const more = total - next_offset;
      return [
        ...(left_out ? [`[${left_out.lost} bytes before this are no longer available]`] : []),
        text.trimEnd() || "(nothing new)",
        `[${describeTask(task)}]`,
        ...(more > pageBytes
          ? [`${more} bytes more: call again, or with offset: ${total - pageBytes} for the end.`]
          : more > 0
            ? [`${more} bytes more: call again.`]
            : []),
        ...notes,
      ].join("\n");
    },
  });
}
