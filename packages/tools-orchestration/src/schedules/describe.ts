import type { ScheduleRow } from "@holdall/durable/port";
import * as z from "zod";
import { inZone, nextSlot, nextSlots, timingText } from "../time/timing.ts";
import { scheduleOf } from "./schedule.ts";

export const described = z.object({
  schedule_id: z.string(),
  name: z.string().optional(),
  state: z.enum(["active", "paused", "ended"]),
  reads: z.string(),
  next_runs: z.array(z.string()),
  prompt: z.string(),
  tools: z.array(z.string()),
  expires: z.string(),
  approved_by: z.string(),
  why: z.string().optional(),
  slots: z
    .array(z.object({ at: z.string(), outcome: z.enum(["started", "overlap", "missed"]), run: z.string().optional() }))
    .optional(),
});
export type DescribedSchedule = z.infer<typeof described>;

export function describeSchedule(row: Pick<ScheduleRow, "id" | "state" | "next" | "data">): DescribedSchedule {
  const { name, prompt, timing, tools, grant, paused } = scheduleOf(row);
  const { timezone } = timing;
  const first = row.state === "active" ? row.next : undefined;
  const behind = first === undefined || nextSlot(timing, first) === undefined ? [] : nextSlots(timing, first, 2);
  return {
    schedule_id: row.id,
    ...(name !== undefined && { name }),
    state: row.state,
    reads: timingText(timing),
    next_runs:
      first === undefined
        ? []
        : [first, ...behind].filter((slot) => slot < grant.expires).map((slot) => inZone(slot, timezone)),
    prompt,
    tools: [...tools],
    expires: inZone(grant.expires, timezone),
    approved_by: grant.by,
    ...(paused !== undefined && { why: paused }),
  };
}

/** A schedule as a model reads it. */
export function scheduleText({
  schedule_id,
  name,
  state,
  reads,
  next_runs: next,
  prompt,
  tools,
  expires,
  approved_by,
  why,
  slots = [],
}: DescribedSchedule): string {
  return [
    `${schedule_id}${name ? ` (${name})` : ""}: ${reads}${state === "active" ? "" : `, ${state}${why ? `: ${why}` : ""}`}`,
    next.length > 0 ? `  next: ${next.join(", ")}` : "  never again",
    `  does: ${prompt}`,
    `  with: ${tools.join(", ") || "no tools"}; until ${expires}; approved by ${approved_by}`,
    ...slots
      .filter(({ outcome }) => outcome !== "started")
      .map(
        ({ at, outcome }) =>
          `  ${at}: ${outcome === "overlap" ? "skipped, as the run before it was not over" : "missed"}`,
      ),
  ].join("\n");
}
