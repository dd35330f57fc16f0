import type { Settings } from "../config/read/settings.ts";
import { findSecrets } from "../config/secrets/find-secrets.ts";
import { databaseAddress } from "../config/tools/database-address.ts";
import { findDatabases } from "../config/tools/find-databases.ts";
import { UsageError } from "../usage-error.ts";
import type { Finding } from "./finding.ts";

/** Check which databases query_data can be given, and whether each has an address. None is connected to, and no address is shown. */
export async function checkDatabases(
  settings: Settings,
  flags: readonly string[] | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  try {
    const found = await findDatabases(settings, env);
    if (found.length === 0) return [];
    const secrets = await findSecrets(settings, flags, env);
    return found.map((each): Finding => {
      const name = `database:${each.name}`;
      const { problem, source } = databaseAddress(each, env, secrets);
      if (!problem)
        return { name, state: "works", text: `address from ${source}, by ${each.file}; no connection was tried` };
      return { name, state: "missing", text: problem.message, fix: problem.hint ?? `correct it in ${each.file}` };
    });
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return [{ name: "databases", state: "missing", text: thrown.message, fix: thrown.hint ?? "correct the file" }];
  }
}
