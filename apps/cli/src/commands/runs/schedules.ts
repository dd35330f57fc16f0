import { oneOf, parseArguments } from "../../config/arguments.ts";
import { databaseHelp, databaseOptions, openEngine } from "../../durable/open-engine.ts";
import type { Io } from "../../io.ts";
import { plain } from "../../render/plain.ts";
import { print } from "../../render/print.ts";
import { UsageError } from "../../usage-error.ts";

export const options = { ...databaseOptions, json: { type: "boolean" } } as const;

export const help = `holdall schedules [options]: what runs when, and which slots were skipped
holdall schedules cancel SCHEDULE: end it, and the run of it that is on its way
holdall schedules resume SCHEDULE: let it continue after failures paused it

${databaseHelp}
  --json             as JSON`;

/** Look at schedules, end them or let them go on. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 2 });
  const action = oneOf("What to do", words[0] ?? "list", ["list", "cancel", "resume"]);
  const id = words[1];
  if (action !== "list" && id === undefined)
    throw new UsageError("Say which schedule.", "holdall schedules lists them.");
  const [{ allow, contentText, createRegistry, openSession }, { resumeSchedule, scheduleTools }] = await Promise.all([
    import("@holdall/tool-core"),
    import("@holdall/tools-orchestration"),
  ]);
  await using engine = await openEngine(values.database, io);
  if (action === "resume" && id !== undefined) await resumeSchedule(engine, id);
  await using session = openSession(createRegistry(scheduleTools({ engine })), { policy: allow() });
  const result =
    action === "cancel"
      ? await session.call("schedule_cancel", { schedule_id: id ?? "" })
      : await session.call("schedule_list", {});
  if (!result.ok) throw result.error;
  if (values.json) return print(JSON.stringify(result.output, null, 2), io);
  return print(plain(contentText(result.content)), io);
}
