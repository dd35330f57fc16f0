import type { Json, Session, ToolContext } from "@holdall/tool-core";

/** A file that both an agent and its parent have changed in ways that cannot be merged. Nothing of it is changed until that is decided. */
export interface AgentConflict {
  readonly path: string;
  /** What kind of conflict it is, in a word, such as `content` or `removed`. */
  readonly kind: string;
  /** What it is about, in words. */
  readonly reason: string;
  /** The content of each side as text; absent where the side has no file, or where it is not text. */
  readonly base?: string | undefined;
  readonly current?: string | undefined;
  readonly incoming?: string | undefined;
  /** Lines that conflict. Their numbers start at 1. */
  readonly lines: readonly {
    readonly line: { readonly base: number; readonly current: number; readonly incoming: number };
    readonly base: string;
    readonly current: string;
    readonly incoming: string;
  }[];
}

/** A file that an agent has changed. */
export interface AgentChange {
  readonly path: string;
  readonly kind: "added" | "changed" | "removed";
  readonly added: number;
  readonly removed: number;
  /** The permission bits that it has set, in octal, such as `755`. */
  readonly mode?: string | undefined;
}

/** The branch on which an agent's changes are kept, and the worktree in which they were made. */
export interface AgentBranch {
  readonly name: string;
  /** The folder of the worktree. Absent once it has been removed. */
  readonly path?: string | undefined;
  /** The commits of the agent. */
  readonly commits: number;
  /** A first commit holds the uncommitted work of the parent, from which the agent started. */
  readonly carried: boolean;
}

/** What a merge has done. */
export interface AgentMerge {
  /** The paths that were changed in the parent's files. */
  readonly merged: readonly string[];
  readonly conflicts: readonly AgentConflict[];
}

/** Whose version a file is taken from: the parent's, the agent's, both, or another text. */
export type MergeDecision = { readonly take: "current" | "incoming" | "both" } | { readonly text: string };

/** The call for which files are merged, and that `undo` takes back. */
export type MergeCall = Pick<ToolContext, "callId" | "sessionId" | "state" | "decide" | "signal"> & {
  readonly tool: string;
  /** The paths that the call has declared. A merge of others throws `unavailable`. Absent if the merge records what it changes itself. */
  readonly declared?: readonly string[] | undefined;
};

/** A path that a merge changes, and how. */
export interface MergePath {
  readonly path: string;
  readonly action: "write" | "delete";
}

/** The files of one agent, until they are merged. */
export interface AgentWorkspace {
  /** Let the tools of a session work in it. Called before the session's first call. */
  enter(session: Session): void;
  /** Called before each run of the agent, when it is its turn. Rejects with why there can be no workspace. */
  start?(about: { readonly description: string }): Promise<void>;
  /**
   * Called when the agent has ended with everything that it started, before its changes are merged. Returns what it has made
   * that cannot be merged, as notes for the parent.
   */
  finish?(call: MergeCall): Promise<readonly string[] | undefined>;
  /** What the agent has changed and is not merged yet. */
  changes(): Promise<readonly AgentChange[]>;
  /** Where its changes are kept when it ends, instead of being merged. Absent if they are merged, or if it has changed nothing. */
  readonly branch?: AgentBranch | undefined;
  /** Merge what can be merged. Conflicts stay, on both sides. */
  merge(call: MergeCall): Promise<AgentMerge>;
  /** The paths that a merge would change now, or decisions on some of `conflicts` by their paths. */
  plan(
    decisions?: readonly { readonly path: string; readonly decision: MergeDecision }[],
  ): Promise<readonly MergePath[]>;
  /** The conflicts of the last merge that are not decided. */
  readonly conflicts: readonly AgentConflict[];
  /** Decide one of `conflicts`. Throws `not_found` for another path, and `stale` if a side has changed since. */
  resolve(path: string, decision: MergeDecision, call: MergeCall): Promise<readonly string[]>;
  /** What is not merged, to be kept with the session or the run. Undefined if the files have more bytes than `most`, 4 MiB by default. */
  save?(most?: number): Promise<Json | undefined>;
  /** Take over what `save` has returned in another process. Called before the session's first call. */
  load?(saved: Json): Promise<void>;
  /** Give up the changes that are not merged. */
  discard(): Promise<void>;
  /** What is deleted by `discard` and asks as other deletes do; nothing by default. */
  readonly discarded?: readonly string[] | undefined;
}

/** Where agents work that do not share the files of their parent. */
export interface AgentWorkspaces {
  /** Why an agent of this session cannot run commands in a workspace of its own. Undefined if it can, or if there are no commands. */
  noCommands(at: Pick<ToolContext, "state">): string | undefined;
  /** Called before an agent is started, to find out what `noCommands` says. */
  prepare?(at: Pick<ToolContext, "state">): Promise<void>;
  /** A workspace over the files as the session of a call sees them. */
  open(at: Pick<ToolContext, "state" | "cwd">): AgentWorkspace;
  /**
   * A workspace in a git worktree with a branch of its own, which is made when it starts. Throws `unsupported` where there can be
   * none. Absent where agents have no worktrees.
   */
  openWorktree?(at: Pick<ToolContext, "state" | "cwd">): Promise<AgentWorkspace>;
  /** The workspace of an agent of an earlier process, from what `save` returned. Throws `parse_error` for anything else. */
  reopen?(at: Pick<ToolContext, "state" | "cwd">, saved: Json): Promise<AgentWorkspace>;
}
