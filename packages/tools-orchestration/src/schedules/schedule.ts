import type { DurableEngine, ScheduleRow } from "@holdall/durable/port";
import { type Json, ToolError } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { Timing } from "../time/timing.ts";

/** The approval of a user: this work, with these tools, until a date. */
export interface ScheduleGrant {
  /** SHA-256 of prompt and tools; another prompt or tool needs another grant. */
  readonly hash: string;
  readonly by: string;
  readonly at: number;
  /** Milliseconds since 1970, at most 90 days after `at`. */
  readonly expires: number;
}

/** A schedule as data of its row. */
export interface Schedule {
  readonly name?: string | undefined;
  readonly prompt: string;
  readonly timing: Timing;
  readonly tools: readonly string[];
  readonly missed: "once" | "skip";
  readonly max_runs?: number | undefined;
  /** Which workers carry it out. */
  readonly queue?: string | undefined;
  readonly grant: ScheduleGrant;
  /** Why it is paused. */
  readonly paused?: string | undefined;
}

/** The instructions of a scheduled run. */
export interface ScheduledInput {
  readonly schedule: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly slot: number;
  /** Milliseconds. */
  readonly late_by: number;
  readonly prompt: string;
  readonly tools: readonly string[];
  readonly grant: ScheduleGrant;
}

/** The name of runs that schedules start. */
export const scheduledRun = "scheduled_task";

export const scheduleOf = ({ data }: Pick<ScheduleRow, "data">): Schedule => data as unknown as Schedule;
export const dataOf = (value: Schedule | ScheduledInput): Json => JSON.parse(JSON.stringify(value)) as Json;

export const grantHash = async (prompt: string, tools: readonly string[]): Promise<string> =>
  sha256Hex(JSON.stringify([prompt, [...tools].sort()]));

/** Change a schedule with compare-and-set. */
export async function changeSchedule(
  { schedules }: Pick<DurableEngine, "schedules">,
  id: string,
  change: (row: ScheduleRow) => Omit<ScheduleRow, "revision" | "id">,
): Promise<ScheduleRow> {
  for (let left = 5; left > 0; left--) {
    const row = await schedules.get(id);
    if (!row) throw notFound(id);
    if (await schedules.put({ id, ...change(row) }, row.revision)) return row;
  }
  throw new ToolError("stale", `The schedule ${id} was changed by another process in the meantime.`, {
    hint: "Look at it, then try again.",
  });
}

export const notFound = (id: string): ToolError =>
  new ToolError("not_found", `There is no schedule ${id}.`, { hint: "{schedule_list} lists the schedules." });
