import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Mode, RuleSet } from "@holdall/permissions";
import type { Config } from "./_config.ts";
import type { Settings } from "./_settings.ts";
import { UsageError } from "./_usage-error.ts";

/** The rules that hold here, and what was left out of them. */
export interface FoundRules {
  readonly rules: readonly RuleSet[];
  readonly mode: Mode | undefined;
  /** In words for a person: rules that do not count, and what would make them count. */
  readonly ignored: readonly string[];
}

/** The file with a person's own rules, for everything they work on. */
export const userPolicy = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "holdall", "policy.json");

/**
 * Rules from the user's own policy file, from `--policy FILE`, and from the configuration. A configuration that was only
 * found in a folder may make rules stricter, never more open: what it allows counts when it is named with `--config`.
 * Undefined when there are none. Throws UsageError for a file that cannot be read or is no policy: nothing is open by mistake.
 */
export async function findRules(
  { file, config, isNamed }: Settings,
  policyFile?: string,
): Promise<FoundRules | undefined> {
  const { permissions: own, policy } = config;
  const files = existsSync(userPolicy()) ? [userPolicy()] : [];
  if (policyFile !== undefined) files.push(policyFile);
  const opens =
    [own?.allow, policy?.allow].some((list) => list?.length) || /^(accept_edits|bypass)$/.test(own?.mode ?? "");
  const ignored =
    opens && !isNamed
      ? [
          `${file} allows more than usual. It was only found here, so that does not count; name it with --config to say that you trust it.`,
        ]
      : [];
  if (files.length === 0 && !own) return ignored.length > 0 ? { rules: [], mode: undefined, ignored } : undefined;
  const { readPolicyFile } = await import("@holdall/permissions");
  const read = (text: string, source: string) => {
    try {
      return readPolicyFile(text, source);
    } catch (thrown) {
      const what = thrown instanceof Error ? thrown.message : String(thrown);
      throw new UsageError(what, "Nothing runs on a policy that is not understood: correct it.");
    }
  };
  const policies = files.map((path) => read(textOf(path), path));
  if (own && file) policies.push(read(JSON.stringify({ version: 1, ...(isNamed ? own : stricter(own)) }), file));
  const modes = policies.flatMap(({ mode }) => mode ?? []);
  return { rules: policies, mode: modes.includes("plan") ? "plan" : modes.at(-1), ignored };
}

/** What remains of rules that may not open anything. */
const stricter = ({ ask = [], deny = [], mode }: NonNullable<Config["permissions"]>) => ({
  ask,
  deny,
  ...(mode === "plan" && { mode }),
});

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    const why = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "it cannot be read";
    throw new UsageError(`The policy ${path} cannot be read (${why}).`, "Name an existing file with --policy.");
  }
}
