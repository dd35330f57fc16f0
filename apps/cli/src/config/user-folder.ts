import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The folder with what holds for a person, whatever they work on. A relative XDG_CONFIG_HOME, which would lie in the
 * project, is ignored.
 */
export function userFolder({ XDG_CONFIG_HOME: config = "" }: NodeJS.ProcessEnv = process.env): string {
  return join(isAbsolute(config) ? config : join(homedir(), ".config"), "holdall");
}
