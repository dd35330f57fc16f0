import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { isWindows } from "@holdall/tool-kit/node";

/** The folder with what holds for the user, whatever they work on. A relative XDG_CONFIG_HOME, which would lie in the project, is no place. */
export function userFolder(env: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: config = "" } = env;
  return join(isAbsolute(config) ? config : join(homeFolder(env), ".config"), "holdall");
}

/** The home of the person. */
export function homeFolder(env: NodeJS.ProcessEnv): string {
  return (isWindows() ? env.USERPROFILE : env.HOME) || homedir();
}

/** The folder of everything that this command keeps for the user between runs. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const { XDG_STATE_HOME = "" } = env;
  return join(isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homeFolder(env), ".local", "state"), "holdall");
}

/** What sessions changed, so that it can be taken back. */
export const historyFolder = (env: NodeJS.ProcessEnv): string => join(stateFolder(env), "history");

/** Working trees of agents with a git branch of their own. */
export const worktreesFolder = (env: NodeJS.ProcessEnv): string => join(stateFolder(env), "worktrees");

/** The folder of what this command can make again. A relative XDG_CACHE_HOME, which would lie in the project, is no place. */
function cacheFolder(env: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME = "" } = env;
  return join(isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homeFolder(env), ".cache"), "holdall");
}

/** Indexes of code search, so that the next session need not read all files. */
export const indexFolder = (env: NodeJS.ProcessEnv): string => join(cacheFolder(env), "code");
