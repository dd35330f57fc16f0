import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { ask, type Policy, toPath } from "@holdall/tool-core";

/** Where agents get git worktrees of their own. */
export interface PresetWorktrees {
  /** A folder in no root. `$XDG_STATE_HOME/holdall/worktrees` by default, where XDG_STATE_HOME is `~/.local/state` if it is not set. */
  readonly folder?: string | undefined;
  /** How the names of their branches start; `agent/` by default. */
  readonly prefix?: string | undefined;
}

/** The folder in which worktrees are made. */
export function worktreeFolder({ folder }: PresetWorktrees = {}): string {
  const { XDG_STATE_HOME = "" } = process.env;
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), ".local", "state");
  return folder ?? join(state, "holdall", "worktrees");
}

/** Removing a worktree asks as other deletes do. */
export const askDiscards = (options: PresetWorktrees = {}): Policy =>
  ask({ actions: ["delete"], tools: ["resolve_merge"], under: toPath(worktreeFolder(options)) });
