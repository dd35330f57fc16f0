import { defineTool, mayRepeatOthers, openChild, type Tool, type ToolContext, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import type { ScheduleToolsOptions } from "./options.ts";
import { type DescribedSchedule, described, describeSchedule, scheduleText } from "./schedules/describe.ts";
import { scheduleAccess, untrustedSchedule } from "./schedules/policies.ts";
import { dataOf, grantHash, type Schedule } from "./schedules/schedule.ts";
import { isScheduling } from "./schedules/scheduling-tools.ts";
import { inZone, nextSlot, readTiming } from "./time/timing.ts";

const input = z.object({
  prompt: z.string().min(1).max(20_000).describe("The task, complete in itself: it runs without this conversation"),
  at: z.string().max(60).optional().describe('Once: "2026-12-01T09:00" in the timezone, or with an offset'),
  every: z.string().max(40).optional().describe('"30m", "2h", "1d"; at least 5m'),
  cron: z.string().max(120).optional().describe("5 fields. Give exactly one of at, every, cron"),
  timezone: z.string().max(60).optional().describe("IANA; default: the user's"),
  name: z.string().max(100).optional().describe("For lists"),
  tools: z.array(z.string().max(100)).max(100).optional().describe("Tools it may use; default: those that only read"),
  missed: z.enum(["once", "skip"]).optional().describe("After downtime: run once, or skip. Default once"),
  expires: z.string().max(60).optional().describe("When it ends; at most 90 days from now, the default"),
  max_runs: z.int().min(1).max(10_000).optional().describe("Runs after which it ends; none by default"),
});
export type ScheduleTaskInput = z.infer<typeof input>;

const longest = 90 * 24 * 3_600_000;

/** Create the tool `schedule_task`: schedules a task to run unattended, once or repeatedly. */
export function scheduleTask(
  options: ScheduleToolsOptions,
): Tool<ScheduleTaskInput, DescribedSchedule, "schedule_task"> {
  const { engine, queue, timezone, approvedBy = () => "user", now = Date.now } = options;
  return defineTool({
    name: "schedule_task",
    category: "orchestration",
    description:
      "Have a task carried out later or regularly, unattended and in a session of its own. The user approves its prompt and tools; work that needs more waits for the user. See {schedule_list}, end with {schedule_cancel}.",
    examples: [
      "remind me tomorrow at nine",
      "check the build every morning",
      "run this every two hours",
      "repeat this every week",
    ],
    input,
    output: described,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    aliases: {
      names: ["cron_create", "create_schedule"],
      params: { task: "prompt", run_at: "at", tz: "timezone", schedule: "cron", interval: "every" },
      foreign: { durable: "", recurring: "" },
    },
    async access(given, { state }) {
      // Refused before the user is asked, and the time is part of what they are asked.
      readTiming({ ...given, timezone: given.timezone ?? timezone?.() }, now());
      return [scheduleAccess, ...((await mayRepeatOthers({ state }, [given.prompt])) ? [untrustedSchedule] : [])];
    },
    async execute(given, ctx) {
      const time = now();
      const timing = readTiming({ ...given, timezone: given.timezone ?? timezone?.() }, time);
      const tools = toolsOf(given.tools, ctx);
      const expires = readExpiry(given.expires, timing.timezone, time);
      const first = nextSlot(timing, time);
      if (first === undefined || first >= expires) {
        throw new ToolError(
          "invalid_input",
          `Its first run is not before its end, ${inZone(expires, timing.timezone)}.`,
          {
            hint: "Set a later end, at most 90 days from now.",
          },
        );
      }
      const { prompt, name, missed = "once", max_runs } = given;
      const grant = { hash: await grantHash(prompt, tools), by: approvedBy(), at: time, expires };
      const schedule: Schedule = {
        prompt,
        timing,
        tools,
        missed,
        grant,
        ...(queue !== undefined && { queue }),
        ...(name !== undefined && { name }),
        ...(max_runs !== undefined && { max_runs }),
      };
      const id = `schedule_${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;
      const row = { id, state: "active", next: first, data: dataOf(schedule) } as const;
      if (!(await engine.schedules.put(row, 0)))
        throw new ToolError("already_exists", `The schedule ${id} already exists.`, { hint: "Retry." });
      return describeSchedule(row);
    },
    render: (output) => scheduleText(output),
  });
}

/** The canonical names of the tools that it may use. */
function toolsOf(wanted: readonly string[] | undefined, ctx: ToolContext): string[] {
  const child = openChild(ctx, { name: "schedule", only: ({ name }) => !isScheduling(name) });
  try {
    const { registry } = child;
    if (!wanted) return registry.tools().flatMap(({ name, hints }) => (hints.readOnly ? name : []));
    return wanted.map((tool) => {
      const found = registry.get(tool);
      if (found) return found.name;
      if (isScheduling(tool)) {
        throw new ToolError("invalid_input", `A schedule cannot have ${tool}: scheduled runs cannot schedule.`, {
          hint: "Leave it out.",
        });
      }
      throw new ToolError("invalid_input", `There is no tool ${tool} to schedule.`, {
        hint: `Choose from ${registry
          .tools()
          .map(({ name }) => name)
          .join(", ")}.`,
      });
    });
  } finally {
    void child.close();
  }
}

function readExpiry(expires: string | undefined, timezone: string, now: number): number {
  if (expires === undefined) return now + longest;
  const { at = 0 } = readTiming({ at: /T|\d \d/.test(expires) ? expires : `${expires.trim()}T23:59`, timezone }, now);
  if (at > now + longest) {
    throw new ToolError("invalid_input", `expires ${expires} is more than 90 days ahead.`, {
      hint: `Use ${inZone(now + longest, timezone)} or earlier.`,
    });
  }
  return at;
}
