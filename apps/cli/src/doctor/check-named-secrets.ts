import { ToolError } from "@holdall/tool-core";
import type { Settings } from "../config/read/settings.ts";
import { findSecrets } from "../config/secrets/find-secrets.ts";
import { UsageError } from "../usage-error.ts";
import type { Finding } from "./finding.ts";

/** Check which secrets a model may name, and whether each has a value. No value is shown. */
export async function checkNamedSecrets(
  settings: Settings,
  flags: readonly string[] | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  try {
    const secrets = await findSecrets(settings, flags, env);
    return (secrets?.list() ?? []).map(({ name, hosts, servers }): Finding => {
      const finding = { name: `secret:${name}` };
      const to = [...hosts, ...servers.map((server) => `the MCP server ${server}`)].join(", ") || "no host";
      try {
        secrets?.read(name);
        return { ...finding, state: "works", text: `for ${to}` };
      } catch (thrown) {
        if (!ToolError.is(thrown)) throw thrown;
        const [, fix = "correct the source of the secret"] = /^Ask the user to (.+)\.$/.exec(thrown.hint ?? "") ?? [];
        return { ...finding, state: "missing", text: thrown.message, fix };
      }
    });
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return [{ name: "secrets", state: "missing", text: thrown.message, fix: thrown.hint ?? "correct the file" }];
  }
}
