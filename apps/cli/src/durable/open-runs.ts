import { dirname, resolve } from "node:path";
import type { Preset } from "@holdall/presets";
import type { PresetOrchestration } from "@holdall/presets/orchestration";
import { type AgentRunner, ToolError } from "@holdall/tool-core";
import type { DurableAgents } from "@holdall/tools-agents";
import { isInside, realPlace } from "../config/real-path.ts";
import type { Settings } from "../config/settings.ts";
import { UsageError } from "../usage-error.ts";
import { openEngine } from "./open-engine.ts";
import { agentQueueOf, queueOf } from "./queue-of.ts";

/** Schedules and workflows of a session, in a database. Disposing hands on what runs and closes it. */
export interface OpenRuns extends AsyncDisposable {
  readonly orchestration: PresetOrchestration;
  /** Where the agents of a session are runs. */
  readonly agents: DurableAgents;
  /** Go on with workflows that wait, and with a runner keep to the schedules, until disposed. */
  carryOut(preset: Preset, runner: AgentRunner | undefined): Promise<void>;
}

/**
 * Open the runs that an address names. A folder that another process has open is told on stderr, and undefined: the other
 * tools work without. Throws UsageError for a folder among the files of the tools.
 */
export async function openRuns(address: string, isFlag: boolean, settings: Settings): Promise<OpenRuns | undefined> {
  const { orchestration } = await import("@holdall/presets/orchestration");
  const engine = await openEngine(placeOf(address, isFlag, settings)).catch((error: unknown) => {
    if (!ToolError.is(error) || error.data?.folder === undefined) throw error;
    process.stderr.write(`holdall: no schedules and workflows here. ${error.message} ${error.hint ?? ""}\n`);
    return undefined;
  });
  if (!engine) return undefined;
  const queue = queueOf(settings);
  const kept = new AsyncDisposableStack();
  kept.use(engine);
  return {
    orchestration: orchestration({ engine, queue }),
    agents: { engine, queue: agentQueueOf(queue) },
    async carryOut(preset, runner) {
      const { defineScheduledRuns, defineWorkflowRuns, startScheduler } = await import("@holdall/tools-orchestration");
      const { registry, instructions } = preset;
      defineWorkflowRuns({ engine, open: () => ({ registry, options: preset }) });
      if (runner) {
        const { defineAgentRuns } = await import("@holdall/tools-agents/durable");
        defineAgentRuns({ engine, runner, agents: preset.agents, open: () => ({ registry, options: preset }) });
        kept.use(await engine.work({ queues: [agentQueueOf(queue)] }));
        defineScheduledRuns({ engine, runner, open: () => ({ registry, options: preset, instructions }) });
        kept.use(startScheduler({ engine }));
      }
      kept.use(await engine.work({ queues: [queue] }));
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function placeOf(address: string, isFlag: boolean, { file, root, moreRoots, backend }: Settings): string {
  const dir = /^pglite:(.+)$/s.exec(address)?.[1];
  if (dir === undefined) return address;
  const place = resolve(isFlag || file === undefined ? "." : dirname(file), dir);
  const real = realPlace(place) ?? place;
  const roots = backend ? [] : [root, ...moreRoots].map((each) => realPlace(each) ?? each);
  if (roots.some((each) => isInside(real, each) || isInside(each, real)))
    throw new UsageError(
      `The runs in ${place} would lie among the files of the tools.`,
      "Name a folder outside of the root: --database pglite:$HOME/.local/share/holdall/runs",
    );
  return `pglite:${real}`;
}
