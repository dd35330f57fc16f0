import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import type { ScheduleToolsOptions } from "./options.ts";
import { described, describeSchedule, scheduleText } from "./schedules/describe.ts";
import { scheduleOf } from "./schedules/schedule.ts";
import { inZone } from "./time/timing.ts";

const input = z.object({});
const output = z.object({ schedules: z.array(described) });
export type ScheduleListOutput = z.infer<typeof output>;

const slotsShown = 5;

/** Create the tool `schedule_list`: lists schedules with their next times and latest outcomes. */
export function scheduleList({
  engine,
}: ScheduleToolsOptions): Tool<Record<string, never>, ScheduleListOutput, "schedule_list"> {
  return defineTool({
    name: "schedule_list",
    category: "orchestration",
    description: "List the schedules: when they run, what they do, and which of their last times were skipped.",
    examples: ["what is scheduled", "which reminders do I have"],
    input: input as z.ZodType<Record<string, never>>,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: { names: ["cron_list", "list_schedules"] },
    access: () => [],
    async execute() {
      const rows = await engine.schedules.list();
      const schedules = rows.map(async (row) => {
        const { timezone } = scheduleOf(row).timing;
        const slots = await engine.schedules.slots(row.id, slotsShown);
        return {
          ...describeSchedule(row),
          slots: slots.map(({ at, outcome, run }) => ({
            at: inZone(at, timezone),
            outcome,
            ...(run !== undefined && { run }),
          })),
        };
      });
      return { schedules: await Promise.all(schedules) };
    },
    render: ({ schedules }) =>
      schedules.length > 0 ? schedules.map(scheduleText).join("\n") : "Nothing is scheduled.",
  });
}
