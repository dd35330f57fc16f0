import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../usage-error.ts";
import { foreignReason } from "../ownership/ownership.ts";
import { userFolder } from "../ownership/user-folder.ts";
import type { DatabaseConfig } from "../read/schema.ts";
import type { Settings } from "../read/settings.ts";

/** A database by its name, and the file that says so. */
export interface FoundDatabase {
  readonly name: string;
  readonly file: string;
  readonly database: DatabaseConfig;
}

/** The user's own databases, in the user's folder. */
export const ownDatabases = (env: NodeJS.ProcessEnv): string => join(userFolder(env), "databases.yaml");

/**
 * Databases of a configuration that was named, and those of the user's own `databases.yaml`; the configuration wins a name. A
 * configuration that was found has none. Throws UsageError for a file that is not understood, or not the user's.
 */
export async function findDatabases(
  { file, config: { databases: named = {} } }: Pick<Settings, "file" | "config">,
  env: NodeJS.ProcessEnv,
): Promise<readonly FoundDatabase[]> {
  const found = Object.entries(named).map(([name, database]) => ({ name, file: file ?? "", database }));
  const own = ownDatabases(env);
  if (!existsSync(own)) return found;
  const why = foreignReason(own);
  if (why !== undefined) throw new UsageError(`${own} is not used: ${why}.`, `chmod 600 ${own}, as its owner.`);
  const [{ readYaml }, { databasesSchema }] = await Promise.all([
    import("../read/read-config.ts"),
    import("../read/schema.ts"),
  ]);
  const users = Object.entries(readYaml(own, databasesSchema)).filter(([name]) => named[name] === undefined);
  return [...found, ...users.map(([name, database]) => ({ name, file: own, database }))];
}
