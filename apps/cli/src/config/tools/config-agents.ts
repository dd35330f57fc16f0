import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import type { PresetAgents } from "@holdall/presets";
import { type Agent, loadAgents } from "@holdall/tools-agents";
import type { Io } from "../../io.ts";
import { UsageError } from "../../usage-error.ts";
import { foreignReason } from "../ownership/ownership.ts";
import { userFolder } from "../ownership/user-folder.ts";
import type { ConfigAgent } from "../read/schema.ts";
import type { Settings } from "../read/settings.ts";

/** Agents that presets may have: files do not take their names. */
const presetAgents: readonly Agent[] = ["general", "explore", "research"].map((name) => ({ name, description: name }));

const isOfPreset = (name: string): boolean => presetAgents.some((each) => each.name === name);

/** The user's own agents, in the user's folder. */
export const ownAgents = (env: NodeJS.ProcessEnv): string => join(userFolder(env), "agents.yaml");

/** How many agents are above this process, if one of them has started it. */
const agentsAbove = ({ HOLDALL_AGENT_DEPTH: depth = "" }: NodeJS.ProcessEnv): number =>
  /^\d{1,3}$/.test(depth) ? Number(depth) : 0;

const usualDepth = 2;

/**
 * The agents of the user, of the configuration, and of a folder where one is named on the command line or in the configuration; the
 * first wins a name. Without `agents` there is no model for them, and only those count that are programs of their own. Undefined where
 * none are left, or where those above this process are as many as may be nested.
 */
export async function withConfigAgents(
  agents: PresetAgents | undefined,
  { config, cwd, file }: Settings,
  named: string | undefined,
  { env, stderr }: Pick<Io, "env" | "stderr">,
): Promise<PresetAgents | undefined> {
  const { own = [], folder: written, at_once: atOnce, total, tokens } = config.agents ?? {};
  const above = agentsAbove(env);
  const depth = Math.max(0, (agents?.limits?.depth ?? usualDepth) - above);
  if (depth === 0) return undefined;
  const users = (await readOwn(env)).filter(({ name }) => own.every((each) => each.name !== name));
  const made = (list: readonly ConfigAgent[], source: string) =>
    Promise.all(list.filter(({ acp }) => agents || acp).map((each) => agentOf(each, source, env)));
  const found = [...(await made(own, file ?? "")), ...(await made(users, ownAgents(env)))];
  if (!agents && found.length === 0) return undefined;
  // A call that names none means an agent here, not another program.
  const programs = found.filter(({ driver }) => driver);
  for (const { name } of programs.filter(({ name }) => agents && isOfPreset(name)))
    stderr.write(`holdall: the agent ${name} is not used, because there is already one of this name\n`);
  const limits = { ...agents?.limits, ...defined({ atOnce, total, tokens }), ...(above > 0 && { depth }) };
  const first = [...(agents?.agents ?? []), ...found.filter(({ driver }) => !driver)];
  const all = { ...agents, limits, agents: first, further: programs };
  const from = file === undefined ? cwd : dirname(file);
  const folder = named === undefined ? written && resolve(from, written) : resolve(cwd, named);
  if (!folder || !agents) return all;
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder} with agents.`);
  const loaded = await loadAgents({
    backend: nodeBackend({ roots: [folder] }),
    folder,
    base: {},
    besides: [...presetAgents, ...all.agents, ...programs],
  });
  for (const note of loaded.notes) stderr.write(`holdall: ${folder}: ${note}\n`);
  return { ...all, further: [...programs, ...loaded.agents] };
}

async function readOwn(env: NodeJS.ProcessEnv): Promise<readonly ConfigAgent[]> {
  const file = ownAgents(env);
  if (!existsSync(file)) return [];
  const why = foreignReason(file);
  if (why !== undefined) throw new UsageError(`${file} is not used: ${why}.`, `chmod 600 ${file}, as its owner.`);
  const [{ readYaml }, { agentsSchema }] = await Promise.all([
    import("../read/read-config.ts"),
    import("../read/schema.ts"),
  ]);
  return readYaml(file, agentsSchema).own ?? [];
}

async function agentOf(given: ConfigAgent, source: string, env: NodeJS.ProcessEnv): Promise<Agent> {
  const {
    turns,
    seconds,
    idle_seconds: idleSeconds,
    tokens,
    cost,
    acp,
    env: named,
    domains,
    sandbox,
    ...about
  } = given;
  const limits = { turns, seconds, idleSeconds, tokens, cost };
  if (!acp) return { ...about, description: about.description ?? about.name, limits };
  const [{ acpAgent }, { expandEnv }] = await Promise.all([
    import("@holdall/acp/client"),
    import("@holdall/mcp/client"),
  ]);
  const missing = new Set<string>();
  const expand = (text: string) => expandEnv(text, env, missing);
  const variables = Object.entries(named ?? {}).map(([name, value]) => [name, expand(value)] as const);
  const command = acp.map(expand);
  for (const variable of missing)
    throw new UsageError(
      `${source}: the agent ${about.name} names the environment variable ${variable}, which is not set.`,
      `Set it, or write \${${variable}:-default} for one.`,
    );
  const { tools: _, ...text } = about;
  return acpAgent({
    ...text,
    command,
    env: Object.fromEntries(variables),
    environment: env,
    domains,
    sandbox,
    limits: defined(limits),
  });
}

const defined = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
