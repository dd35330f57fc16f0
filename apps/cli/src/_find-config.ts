import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The names a configuration file may have. */
export const configNames = ["holdall.config.yaml", "holdall.config.yml", "holdall.config.json"] as const;

/** The first configuration file in a folder or above it, up to the top of the repository it lies in. */
export function findConfig(folder: string): string | undefined {
  const at = resolve(folder);
  const found = configNames.map((name) => join(at, name)).find((file) => existsSync(file));
  if (found) return found;
  const above = dirname(at);
  return above === at || existsSync(join(at, ".git")) ? undefined : findConfig(above);
}
