import type { PermissionsOptions } from "@holdall/permissions";
import type { Preset, PresetOptions } from "@holdall/presets";
import { firstOf, type Policy, strictest } from "@holdall/tool-core";
import { realPlace } from "@holdall/tool-kit/node";
import { homeFolder } from "../config/ownership/user-folder.ts";
import { configPolicy } from "../config/policy/config-policy.ts";
import { type FoundRules, findRules } from "../config/policy/find-rules.ts";
import type { SetupContext } from "./options.ts";
import type { ChosenSettings } from "./settings.ts";

/** The rules that hold. */
export interface SetupPolicy {
  readonly found: FoundRules | undefined;
  /** Those that count, which the user may change while a session runs. */
  readonly ruling: Pick<PermissionsOptions, "rules" | "mode"> | undefined;
  readonly options: PresetOptions["permissions"];
  /** What rules deny for paths, for programs that no preset starts. */
  denials(): Promise<Awaited<ReturnType<typeof denialsOf>>>;
}

/** The fourth step: the rules of the person, of the configuration and of the command line. */
export async function openPolicy(
  settings: ChosenSettings,
  { values, io, options: { live } }: SetupContext,
): Promise<SetupPolicy> {
  const found = await findRules(settings, values.policy, io.env);
  const ruling = live ? await live(found, settings.root) : found;
  const home = homeFolder(io.env);
  return {
    found,
    ruling,
    options: ruling && { rules: ruling.rules, mode: ruling.mode, home },
    denials: () => denialsOf(ruling, settings.roots, home),
  };
}

async function denialsOf(ruling: SetupPolicy["ruling"], roots: readonly string[], home: string) {
  if (ruling?.rules === undefined) return undefined;
  const { pathDenials } = await import("@holdall/permissions");
  const names = roots.flatMap((root) => [root, realPlace(root) ?? root]);
  return pathDenials({ rules: ruling.rules, roots: names, home });
}

/**
 * What decides on the calls of an open preset: the command line and extensions at their strictest, the configuration, servers,
 * the preset.
 */
export function policyOf(
  { config, choice }: ChosenSettings,
  { cwd, policy, extensions }: Pick<Preset, "cwd" | "policy" | "extensions">,
  ofServers: readonly Policy[],
): Policy {
  const decided = firstOf(configPolicy(config, cwd), ...ofServers, policy);
  return strictest(...(choice ? [choice.policy] : []), extensions.policy, decided);
}
