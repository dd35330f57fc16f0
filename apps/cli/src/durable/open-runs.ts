import type { DurableEngine } from "@holdall/durable/port";
import type { Preset, PresetOrchestration } from "@holdall/presets";
import { ToolError } from "@holdall/tool-core";
import { createDisposeStack } from "@holdall/tool-kit/node";
import type { DurableAgents } from "@holdall/tools-agents";
import type { AgentRunner } from "@holdall/tools-agents/port";
import type { Settings } from "../config/read/settings.ts";
import type { Io } from "../io.ts";
import { openEngine } from "./open-engine.ts";
import { agentQueueOf, queueOf } from "./queue-of.ts";

/** An engine, and the queue of one folder's runs. */
export interface RunsPlace {
  readonly engine: DurableEngine;
  readonly queue: string;
}

/** Schedules and workflows of a session, in a database. Disposing hands on what runs and closes it. */
export interface OpenRuns extends AsyncDisposable {
  readonly orchestration: PresetOrchestration;
  /** Where the agents of a session are runs. */
  readonly agents: DurableAgents;
  /** Where other work can be runs that this process carries out. */
  readonly place: RunsPlace;
  /** Continue waiting workflows, and with a runner start due schedules, until disposed. */
  carryOut(preset: Preset, runner: AgentRunner | undefined): Promise<void>;
}

/**
 * Open the runs at an address. A folder that another process has open is reported on stderr, and undefined is returned:
 * the other tools work without.
 */
export async function openRuns(address: string, settings: Settings, io: Io): Promise<OpenRuns | undefined> {
  const { orchestration } = await import("@holdall/presets");
  const engine = await openEngine(address, io).catch((error: unknown) => {
    if (!ToolError.is(error) || error.data?.folder === undefined) throw error;
    io.stderr.write(`holdall: no schedules and workflows here. ${error.message} ${error.hint ?? ""}\n`);
    return undefined;
  });
  if (!engine) return undefined;
  const queue = queueOf(settings);
  const kept = createDisposeStack();
  kept.use(engine);
  return {
    orchestration: orchestration({ engine, queue }),
    agents: { engine, queue: agentQueueOf(queue) },
    place: { engine, queue },
    async carryOut(preset, runner) {
      const { defineScheduledRuns, defineWorkflowRuns, startScheduler } = await import("@holdall/tools-orchestration");
      const { registry, instructions } = preset;
      defineWorkflowRuns({ engine, open: () => ({ registry, options: preset }) });
      if (runner) {
        const { defineAgentRuns } = await import("@holdall/tools-agents");
        const { agents, workspaces } = preset;
        defineAgentRuns({ engine, runner, agents, open: () => ({ registry, options: preset, workspaces }) });
        kept.use(await engine.work({ queues: [agentQueueOf(queue)] }));
        defineScheduledRuns({ engine, runner, open: () => ({ registry, options: preset, instructions }) });
        kept.use(startScheduler({ engine }));
      }
      kept.use(await engine.work({ queues: [queue] }));
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
