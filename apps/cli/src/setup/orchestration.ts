import type { Preset, PresetOptions } from "@holdall/presets";
import { ToolError } from "@holdall/tool-core";
import type { DurableAgents } from "@holdall/tools-agents";
import type { RunsPlace } from "../durable/open-runs.ts";
import type { SetupContext } from "./options.ts";
import type { ChosenSettings } from "./settings.ts";

/** Schedules and workflows of a setup. */
export interface SetupOrchestration extends AsyncDisposable {
  readonly option: PresetOptions["orchestration"];
  readonly agents: DurableAgents | undefined;
  /** Where other work can be runs; undefined until the database is opened. */
  readonly place: RunsPlace | undefined;
  /** Carry out what waits with the tools of an open preset, at once or with the first use. */
  begin(preset: Preset): Promise<void>;
}

/** Undefined where no database for them is named. */
export async function openOrchestration(
  settings: ChosenSettings,
  { io, options: { orchestrates, agents } }: SetupContext,
): Promise<SetupOrchestration | undefined> {
  const { database } = settings;
  if (database === undefined) return undefined;
  const isLater = orchestrates === "on use";
  const open = async () => (await import("../durable/open-runs.ts")).openRuns(database, settings, io);
  let runs = isLater ? undefined : await open();
  let ready: Preset | undefined;
  const onUse = async () => {
    runs ??= await open();
    if (!runs || !ready) throw inUse;
    await runs.carryOut(ready, agents?.runner);
    return runs.orchestration;
  };
  return {
    option: isLater ? onUse : runs?.orchestration,
    agents: runs?.agents,
    place: runs?.place,
    async begin(preset) {
      ready = preset;
      if (!isLater) await runs?.carryOut(preset, agents?.runner);
    },
    [Symbol.asyncDispose]: async () => await runs?.[Symbol.asyncDispose](),
  };
}

const inUse = new ToolError("unavailable", "Another process has the database for schedules and workflows open.", {
  hint: "Tell the user: end that process, or name a database that several can use, postgres://….",
});
