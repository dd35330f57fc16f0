import { defineTool, type ForeignParam, type Tool, ToolError } from "@holdall/tool-core";
import { isElsewhere } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { type Agent, defaultLimits } from "./agent.ts";
import { openWorktree } from "./open-worktree.ts";
import { renderResult } from "./render.ts";
import { resultSchema, type TaskResult } from "./result.ts";
import type { StartPermit } from "./run/programs.ts";
import { notIsolated } from "./run/workspace.ts";
import { agentOf, startTask } from "./start-task.ts";
import type { TaskInput, TaskToolOptions } from "./task-options.ts";

/** Create the tool `task`: delegates work to an agent in its own session, under the rules of this session and within the common budget. */
export function task(options: TaskToolOptions): Tool<TaskInput, TaskResult, "task", TaskInput> {
  const { agents, models = [], background: mayBackground = false, workspaces } = options;
  checkAgents(agents);
  checkRunner(options);
  const about = agents.map(({ name, description }) => `${name}: ${description}`).join("\n");
  return defineTool({
    name: "task",
    category: "agents",
    description: "Have another agent do a part of the work on its own and report. Calls side by side run in parallel.",
    guidance: [
      "Hand over what would fill your context with reading, or what can be done in parallel; do small things yourself.",
      "An agent sees nothing of this conversation: put into `prompt` the goal, what you know, paths, limits, and what to report.",
      "Check what matters in a report. With its `task_id`, an agent continues and remembers what it did.",
      "A partial report means that a limit stopped it: continue it, or do the rest yourself.",
    ].join("\n"),
    examples: ["delegate this to a subagent", "look into these three things in parallel"],
    input: inputSchema(options, about),
    output: resultSchema,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    aliases: {
      claude: {
        name: "Task",
        params: { agent: "subagent_type", ...(mayBackground && { background: "run_in_background" }) },
      },
      names: ["agent", "spawn_agent", "spawn_subagent", "run_subagent"],
      params: {
        instructions: "prompt",
        subagent_type: "agent",
        agent_name: "agent",
        resume: "task_id",
        ...(mayBackground && { run_in_background: "background" }),
      },
      foreign: {
        task: theTask,
        isolation: workspaces ? isolationOf : noIsolation,
        ...(!mayBackground && { background: noBackground, run_in_background: noBackground }),
        ...(models.length < 2 && { model: noModel }),
      },
    },
    previews: true,
    // Beyond a program that it starts, it touches nothing itself: each call of the agent is judged when it is made.
    access(input, at) {
      const { name, driver, isolation = "none" } = agentOf(input, at, options);
      if (driver && (input.isolation ?? isolation) !== "none") throw notIsolated(`${name} is a program of its own`);
      if (driver && isElsewhere(at)) throw staysOut(name);
      if (!driver && workspaces?.prepare) return workspaces.prepare(at).then(() => []);
      return driver ? loadPrograms().then(({ startAccess }) => startAccess(name, driver, options.programs, at)) : [];
    },
    async *execute(input, ctx, permit: StartPermit | undefined) {
      if (ctx.dryRun && agentOf(input, ctx, options).driver) throw (await loadPrograms()).notDry();
      const worktree = await openWorktree(input, ctx, options);
      const started = startTask(input, ctx, options, { permit, worktree });
      if (started.inBackground) return started.running;
      return yield* started.follow();
    },
    render: renderResult,
  });
}

const staysOut = (name: string) =>
  new ToolError("unsupported", `The agent ${name} is a program, and cannot see the files of an isolated agent.`, {
    hint: "Do this yourself, or report that it is to be done after the merge.",
  });

/** What few agents need. */
const loadPrograms = () => import("./run/programs.ts");

function checkAgents(agents: readonly Agent[]): void {
  for (const { name } of agents) {
    if (/^[a-z0-9][\w-]{0,63}$/.test(name) && agents.filter((each) => each.name === name).length === 1) continue;
    throw new ToolError("invalid_input", `"${name}" is not a valid agent name, or two agents have it.`, {
      hint: "Use lower case letters, digits and -, and each name once.",
    });
  }
}

function checkRunner({ agents, runner }: TaskToolOptions): void {
  const needing = runner ? undefined : agents.find(({ driver }) => !driver);
  if (!needing) return;
  throw new ToolError("invalid_input", `The agent ${needing.name} needs a runner, because it has no driver.`, {
    hint: "Pass one, such as aiAgentRunner({ model }) of @holdall/ai-sdk.",
  });
}

function inputSchema({ agents, models = [], background = false, workspaces }: TaskToolOptions, about: string) {
  const shape = {
    description: z.string().optional().describe("3 to 5 words"),
    prompt: z.string().refine((text) => text.trim() !== "", "must say what to do"),
    agent: z
      .enum(agents.map(({ name }) => name))
      .optional()
      .describe(about),
    task_id: z.string().optional().describe("Continue this agent"),
    background: z.boolean().optional(),
    model: z.enum(models).optional(),
    max_turns: z
      .int()
      .min(1)
      .optional()
      .describe(`Model answers, at most ${mostTurns(agents)}`),
    isolation: z
      .enum(["overlay", "worktree", "none"])
      .optional()
      .describe(
        "overlay: files of its own, merged at its end; default beside other agents. worktree: a git branch of its own, not merged",
      ),
  };
  const left = [
    ...(background ? [] : ["background"]),
    ...(models.length > 1 ? [] : ["model"]),
    ...(workspaces ? [] : ["isolation"]),
  ];
  const known = Object.entries(shape).filter(([key]) => !left.includes(key));
  // Those that are left out are optional, so that what passes has the type all the same.
  return z.object(Object.fromEntries(known)) as unknown as z.ZodObject<typeof shape>;
}

/** As many as the agent with the most has; an agent with fewer keeps to its own. */
const mostTurns = (agents: readonly Agent[]): number =>
  Math.max(...agents.map(({ limits }) => limits?.turns ?? defaultLimits.turns));

/** What is to be done, or, beside a prompt, what it is called. */
const theTask: ForeignParam = (value, { input: { prompt } }) => ({
  input: prompt === undefined ? { prompt: value } : { description: value },
});

const isolationOf: ForeignParam = (value) =>
  value === "overlay" || value === "worktree" || value === "none"
    ? { input: { isolation: value } }
    : { input: {}, note: "isolation was not used: it is overlay, worktree or none." };

const noIsolation = "isolation was not used: agents work in the same folder.";
const noBackground = "background was not used: the agent has run to its end.";
const noModel = "model was not used: the host chooses it.";
