import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import type { ScheduleToolsOptions } from "./options.ts";
import { type DescribedSchedule, described, describeSchedule, scheduleText } from "./schedules/describe.ts";
import { changeSchedule, dataOf, scheduledRun, scheduleOf } from "./schedules/schedule.ts";

const input = z.object({ schedule_id: z.string().max(100).describe("As the list has it") });
export type ScheduleCancelInput = z.infer<typeof input>;

/** Create the tool `schedule_cancel`: ends a schedule and its current run. */
export function scheduleCancel({
  engine,
}: ScheduleToolsOptions): Tool<ScheduleCancelInput, DescribedSchedule, "schedule_cancel"> {
  return defineTool({
    name: "schedule_cancel",
    category: "orchestration",
    description: "End a schedule for good; a run of it that is on its way is stopped. Ids are in {schedule_list}.",
    examples: ["stop the daily report", "cancel that reminder"],
    input,
    output: described,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: { names: ["cron_delete", "delete_schedule"], params: { id: "schedule_id" } },
    access: () => [],
    async execute({ schedule_id: id }) {
      const row = await changeSchedule(engine, id, ({ data, state }) => {
        const schedule = scheduleOf({ data });
        return {
          state: "ended",
          data: dataOf(state === "ended" ? schedule : { ...schedule, paused: "it was canceled" }),
        };
      });
      const open = await engine.list({
        name: scheduledRun,
        keyPrefix: `${id}/`,
        state: ["queued", "running", "waiting", "parked"],
      });
      for (const run of open) await engine.cancel(run.id, "its schedule was canceled");
      const schedule = scheduleOf(row);
      return describeSchedule({
        id,
        state: "ended",
        data: dataOf({ ...schedule, paused: schedule.paused ?? "it was canceled" }),
      });
    },
    render: (output) => scheduleText(output),
  });
}
