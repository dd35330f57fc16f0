import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { ask, type Policy, ToolError, toPath } from "@holdall/tool-core";

/** Where agents get git worktrees of their own. */
export interface PresetWorktrees {
  /** A folder in no root, as an absolute path. `$XDG_STATE_HOME/holdall/worktrees` by default, where XDG_STATE_HOME is `~/.local/state` if it is not set. */
  readonly folder?: string | undefined;
  /** How the names of their branches start; `agent/` by default. */
  readonly prefix?: string | undefined;
}

/** The folder in which worktrees are made, with links followed. Throws `invalid_input` for a relative path. */
export function worktreeFolder({ folder }: PresetWorktrees = {}): string {
  if (folder !== undefined && !isAbsolute(folder))
    throw new ToolError("invalid_input", `The folder for worktrees, ${folder}, is not an absolute path.`, {
      hint: "Set agents.worktrees.folder to a path that starts at the root of the disk.",
    });
  const { XDG_STATE_HOME = "" } = process.env;
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), ".local", "state");
  return realPathOf(folder ?? join(state, "holdall", "worktrees"));
}

/** The real path of a folder that need not exist. */
function realPathOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === folder) throw error;
    return join(realPathOf(parent), basename(folder));
  }
}

/** Removing a worktree asks as other deletes do. */
export function askDiscards(options: PresetWorktrees = {}): Policy {
  worktreeFolder(options); // a wrong path is an error of the preset
  return (request) => {
    const under = toPath(worktreeFolder(options)); // links may have changed
    return ask({ actions: ["delete"], tools: ["resolve_merge"], under })(request);
  };
}
