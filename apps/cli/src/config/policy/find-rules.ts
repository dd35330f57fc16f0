import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Mode, RuleSet } from "@holdall/permissions";
import { UsageError } from "../../usage-error.ts";
import { userFolder } from "../ownership/user-folder.ts";
import type { Settings } from "../read/settings.ts";
import { scopeRules } from "./scope-rules.ts";

/** The rules that hold here, and what was left out of them. */
export interface FoundRules {
  readonly rules: readonly RuleSet[];
  readonly mode: Mode | undefined;
}

/**
 * Rules from the user's own policy file, from `--policy FILE`, and from the configuration, with what its scopes deny for
 * paths. Undefined when there are none. Throws UsageError for a file that cannot be read or is not a policy, so that nothing is allowed by mistake.
 */
export async function findRules(
  { cwd, root, file, config }: Settings,
  policyFile: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<FoundRules | undefined> {
  const user = join(userFolder(env), "policy.json");
  const files = existsSync(user) ? [user] : [];
  if (policyFile !== undefined) files.push(resolve(cwd, policyFile));
  const own = config.permissions;
  const scopes = scopeRules(config, root, file);
  if (files.length === 0 && !own && !scopes) return undefined;
  const { readPolicyFile } = await import("@holdall/permissions");
  const read = (text: string, source: string) => {
    try {
      return readPolicyFile(text, source);
    } catch (thrown) {
      const what = thrown instanceof Error ? thrown.message : String(thrown);
      throw new UsageError(what, "Correct it: nothing runs with an invalid policy.");
    }
  };
  const policies = files.map((path) => read(textOf(path), path));
  if (own && file) policies.push(read(JSON.stringify({ version: 1, ...own }), file));
  const modes = policies.flatMap(({ mode }) => mode ?? []);
  return { rules: [...policies, ...(scopes ? [scopes] : [])], mode: modes.includes("plan") ? "plan" : modes.at(-1) };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    const why = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "it cannot be read";
    throw new UsageError(`The policy ${path} cannot be read (${why}).`, "Name an existing file with --policy.");
  }
}
