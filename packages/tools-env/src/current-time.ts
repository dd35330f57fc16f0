import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { type ZonedTime, zonedTime } from "./_zoned-time.ts";

export interface CurrentTimeOptions {
  /** The clock. Defaults to the runtime's. */
  readonly now?: (() => Date) | undefined;
  /** The user's IANA time zone. Defaults to the runtime's. */
  readonly timeZone?: string | undefined;
}

export type CurrentTimeInput = z.infer<typeof input>;
export type CurrentTimeOutput = ZonedTime;

const input = z.object({ timezone: z.string().optional().describe("IANA") });

const output = z.object({
  timezone: z.string(),
  local: z.string(),
  utc: z.string(),
  weekday: z.string(),
  offset: z.string(),
  week: z.string(),
});

/** Create the tool `current_time`: returns date, time, weekday, zone offset and ISO week in any IANA time zone. */
export function currentTime({
  now = () => new Date(),
  timeZone,
}: CurrentTimeOptions = {}): Tool<CurrentTimeInput, CurrentTimeOutput, "current_time", CurrentTimeInput> {
  return defineTool({
    name: "current_time",
    category: "environment",
    description: "Current date and time. Do not guess them.",
    examples: ["what time is it", "which day is today", "what time is it in Tokyo"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    access: () => [],
    execute: ({ timezone }) => zonedTime(now(), timezone ?? timeZone),
    render: ({ timezone, local, utc, weekday, week }) => `${weekday} ${local} (${timezone}), week ${week}\nUTC ${utc}`,
  });
}
