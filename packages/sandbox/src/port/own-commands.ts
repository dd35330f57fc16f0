import type { StateKey, ToolContext } from "@holdall/tool-core";

/** A root whose place a copy takes, for programs of a session with files of its own. */
export interface ReplacedRoot {
  readonly root: string;
  /** The host folder that programs see and change at `root`. */
  readonly by: string;
  /** Paths below `root` that show what is really there, and cannot be written. */
  readonly shown: readonly string[];
  /** Set if `by` is a git worktree, or lies in one. */
  readonly git?: ReplacedCheckout | undefined;
}

/** How programs find the repository of a worktree that takes the place of the checkout it was made from. */
export interface ReplacedCheckout {
  /** The top of the checkout, and the worktree that programs see there. */
  readonly top: string;
  readonly by: string;
  /** The host file that programs see as `.git` there, which names the git folder as they see it. */
  readonly dotGit: string;
  /** The folder of the repository, and the path at which programs see it. */
  readonly folder: string;
  readonly shownAt: string;
  /** Paths below `top`, outside of all roots, that show what is really there, and cannot be written. */
  readonly shown: readonly string[];
  /** The folder with all worktrees of agents, which programs see empty. */
  readonly hidden: string;
  /** Parts of `folder`, relative, that the level `git_write` can write, and parts of these that nothing can write. */
  readonly writable: readonly string[];
  readonly kept: readonly string[];
}

/** How a session with files of its own runs commands. */
export interface OwnCommands {
  /** Bring the copies to the state of the session's files. Called before each command. */
  prepare(signal: AbortSignal): Promise<readonly ReplacedRoot[]>;
  /** Bring what commands have changed back into the session's files. Returns notes for the model. */
  settle(at: Pick<ToolContext, "decide">): Promise<readonly string[]>;
}

const key: StateKey<{ own?: OwnCommands | undefined }> = {
  name: "own-commands",
  create: () => ({}),
  inherit: (parent) => ({ ...parent }),
};

type Stateful = Pick<ToolContext, "state">;

/** How the commands of a session run that has files of its own. Undefined for others. */
export const ownCommandsOf = ({ state }: Stateful): OwnCommands | undefined => state(key).own;

/** Set it for a session, and for those that work for it, before its first call. */
export function setOwnCommands({ state }: Stateful, own: OwnCommands | undefined): void {
  state(key).own = own;
}
