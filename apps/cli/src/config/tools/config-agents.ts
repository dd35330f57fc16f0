import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import type { PresetAgents } from "@holdall/presets";
import { type Agent, loadAgents } from "@holdall/tools-agents";
import type { Output } from "../../io.ts";
import { UsageError } from "../../usage-error.ts";
import type { Settings } from "../read/settings.ts";

/** Agents that presets may have: files do not take their names. */
const presetAgents: readonly Agent[] = ["general", "explore", "research"].map((name) => ({ name, description: name }));

/** The agents of the configuration, and of a folder where one is named on the command line or in the configuration. */
export async function withConfigAgents(
  agents: PresetAgents,
  { config, cwd, file }: Settings,
  named: string | undefined,
  stderr: Output,
): Promise<PresetAgents> {
  const { own = [], folder: written, at_once: atOnce, total, tokens } = config.agents ?? {};
  const first = own.map(({ turns, seconds, tokens: most, ...agent }): Agent => {
    return { ...agent, limits: { turns, seconds, tokens: most } };
  });
  const from = file === undefined ? cwd : dirname(file);
  const folder = named === undefined ? written && resolve(from, written) : resolve(cwd, named);
  const limits = { ...agents.limits, ...defined({ atOnce, total, tokens }) };
  const all = { ...agents, limits, agents: [...(agents.agents ?? []), ...first] };
  if (!folder) return all;
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder} with agents.`);
  const loaded = await loadAgents({
    backend: nodeBackend({ roots: [folder] }),
    folder,
    base: {},
    besides: [...presetAgents, ...all.agents],
  });
  for (const note of loaded.notes) stderr.write(`holdall: ${folder}: ${note}\n`);
  return { ...all, further: loaded.agents };
}

const defined = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
