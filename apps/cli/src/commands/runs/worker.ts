import type { AgentRunner } from "@holdall/tools-agents/port";
import { countOf, loadModels, modelHelp, modelOptions } from "../../chat/model/load-model.ts";
import { parseArguments } from "../../config/arguments.ts";
import { findSettings } from "../../config/read/settings.ts";
import { setupHelp, setupOptionsWithout } from "../../config/read/setup-options.ts";
import { databaseHelp, databaseOptions, openEngine } from "../../durable/open-engine.ts";
import { agentQueueOf, queueOf } from "../../durable/queue-of.ts";
import { runsLocation } from "../../durable/runs-location.ts";
import type { Io } from "../../io.ts";
import { untilSignal } from "../../serve/until-signal.ts";
import { setUp } from "../../setup/set-up.ts";

const ownOptions = setupOptionsWithout("dialect");

export const options = {
  ...ownOptions,
  ...modelOptions,
  ...databaseOptions,
  concurrency: { type: "string" },
  health: { type: "string" },
} as const;

export const help = `holdall worker [options]: carry out runs until it is stopped

${databaseHelp}
  --concurrency N    runs at a time (default: 10)
  --health PORT      GET /health there answers 200 while the database answers, and
                     503 otherwise; on 127.0.0.1, or where HOST:PORT says
${setupHelp(ownOptions)}
${modelHelp}

Any number of workers may share a Postgres database; each takes the runs that
serve and chat have begun on the same --root. Schedules and agents are carried
out where a model is given. What asks waits for holdall runs answer. SIGTERM and
SIGINT let steps end (25 s at most) and hand the runs to others at once.`;

/** Work until a signal comes. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values } = parseArguments(argv, options, { most: 0 });
  const concurrency = countOf("--concurrency", values.concurrency, 10);
  const { defineScheduledRuns, defineWorkflowRuns, startScheduler } = await import("@holdall/tools-orchestration");
  const settings = await findSettings(values, io);
  const queue = queueOf(settings);
  await using engine = await openEngine(runsLocation(values.database, settings), io);
  const runner = values.model === undefined ? undefined : await openRunner({ ...values, model: values.model }, io);
  const agents = runner && { runner, durable: { engine, queue: agentQueueOf(queue) } };
  await using setup = await setUp(values, io, { showsCalls: false, agents });
  const { preset } = setup;
  const { registry, instructions, workspaces } = preset;
  const open = () => ({ registry, options: preset, instructions, workspaces });
  defineWorkflowRuns({ engine, open });
  (await import("@holdall/mcp/tasks")).defineTaskRuns({ engine, open });
  if (runner) {
    const { defineAgentRuns } = await import("@holdall/tools-agents");
    defineScheduledRuns({ engine, runner, open });
    defineAgentRuns({ engine, runner, agents: preset.agents, open });
  }
  const check = () => engine.list({ limit: 1 });
  await using _health =
    values.health === undefined
      ? undefined
      : await (await import("../../durable/serve-health.ts")).serveHealth(values.health, check);
  const stopped = untilSignal(io);
  await using _scheduler = values.model === undefined ? undefined : startScheduler({ engine });
  await using _worker = await engine.work({ concurrency, queues: ["default", queue] });
  await using _agents = runner && (await engine.work({ concurrency, queues: [agentQueueOf(queue)] }));
  io.stderr.write(`holdall worker: carries out workflows${runner ? ", schedules and agents" : ""} on ${engine.name}\n`);
  await stopped;
  io.stderr.write("holdall worker: ends its steps and hands its runs on\n");
  return 0;
}

async function openRunner(values: Parameters<typeof loadModels>[0], io: Io): Promise<AgentRunner> {
  const [{ aiAgentRunner }, { model }] = await Promise.all([import("@holdall/ai-sdk"), loadModels(values, io)]);
  return aiAgentRunner({ model });
}
