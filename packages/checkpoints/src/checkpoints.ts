import type { Backend, Call, Middleware, Path, Session } from "@holdall/tool-core";
import type { CheckpointInfo } from "./checkpoint-info.ts";
import type { RestorePlan, UndoPlan } from "./restore/plan.ts";
import type { RestoredFiles, recoverRestore } from "./restore/restore.ts";
import type { RestoredConversation } from "./store/conversation.ts";
import type { ExternalContent } from "./store/external-content.ts";
import type { CallEntry, CannotUndo, NotKept } from "./store/record.ts";
import type { KeepOptions } from "./store/sweep.ts";
import type { FolderReader } from "./tree/walk-workspace.ts";

export interface CheckpointOptions {
  /** The backend in which the session works. */
  readonly workspace: Backend;
  /** Folders that are compared for commands. Defaults to the root. */
  readonly roots?: readonly string[] | undefined;
  /** Folders to exclude from this comparison. */
  readonly exclude?: readonly string[] | undefined;
  /** The storage of checkpoints: a backend with compare-and-set, and a folder in it. */
  readonly store: { readonly backend: Backend; readonly folder: string };
  readonly sessionId: string;
  /** The maximum size of a stored file in bytes; 10 MiB by default. */
  readonly maxFileBytes?: number | undefined;
  /** The maximum total size of workspace content that is stored for commands, in bytes; 256 MiB by default. */
  readonly maxTreeBytes?: number | undefined;
  /** The maximum number of entries that are compared for commands; 100,000 by default. A call that needs more does not run. */
  readonly maxEntries?: number | undefined;
  /** Why the workspace is not compared for commands, such as its size. Their changes are not recorded then. */
  readonly notCompared?: string | undefined;
  readonly keep?: KeepOptions | undefined;
  /** Opens what reads folders of the workspace faster than its `list`. */
  readonly openReader?: (() => Promise<FolderReader>) | undefined;
  /** Keeps content of the workspace, so that it need not be copied. */
  readonly keptElsewhere?: ExternalContent | undefined;
  /** Whether a call may change what `keptElsewhere` keeps; true by default. */
  readonly reachesKept?: ((call: Call) => boolean) | undefined;
}

/** A call with its changes. */
export interface ChangedCall extends CallEntry {
  readonly paths: readonly { readonly path: Path; readonly change: "created" | "changed" | "deleted" }[];
  /** Taken back, by this call. */
  readonly undoneBy?: string;
  /** It still runs, or went on in the background. */
  readonly isShared: boolean;
}

export interface Undone extends RestoredFiles {
  readonly id: string;
}

/** The host's data for a checkpoint: a label and the conversation. */
export interface Moment {
  readonly label?: string | undefined;
  /** The conversation so far, as plain JSON. */
  readonly messages?: readonly unknown[] | undefined;
}

export interface RestoreOptions {
  /** What to restore; `both` by default. */
  readonly parts?: "files" | "conversation" | "both" | undefined;
  /** Paths of conflicts to overwrite. */
  readonly include?: readonly string[] | undefined;
  /** The host's data for the checkpoint of the current state. */
  readonly present?: Moment | undefined;
}

export interface Restored {
  /** Absent if only the conversation was restored. */
  readonly files?: RestoredFiles;
  /** Absent if only files were restored. */
  readonly conversation?: RestoredConversation;
  /** Effects of the session since then that cannot be undone. */
  readonly cannotUndo: readonly CannotUndo[];
}

/** The checkpoints of one session. Dispose of them with the session, so that the changes of the last calls are stored. */
export interface Checkpoints extends AsyncDisposable {
  /** Pass it to `openSession` in `use`: it stores what calls are about to change, and rejects a call if this is not possible. */
  readonly middleware: Middleware;
  /** Set the session whose calls the middleware sees and whose state checkpoints contain. Child sessions can be attached, too. */
  attach(session: Session): void;
  /** Start a turn: before its first call that may change something, a checkpoint is created. */
  beginTurn(moment: Moment): void;
  create(moment?: Moment): Promise<CheckpointInfo>;
  /** All checkpoints, oldest first. */
  list(): readonly CheckpointInfo[];
  /** Plan a restore without changing anything. Throws `not_found` for an unknown id. */
  plan(id: string): Promise<RestorePlan>;
  /** Run a restore plan, after a checkpoint of the current state. Throws `stale` if files of the session changed since the plan. */
  restore(plan: RestorePlan, options?: RestoreOptions): Promise<Restored>;
  /** Start another session with the conversation and state of a checkpoint. Files are not changed. */
  fork(id: string, sessionId?: string): Promise<RestoredConversation & { readonly sessionId: string }>;
  /** Record a call: what its accesses name, or else everything. Throws `unavailable` where that is not possible. */
  record(call: Call): Promise<CallRecording | undefined>;
  /** The calls that changed something, oldest first. */
  calls(): Promise<readonly ChangedCall[]>;
  /** Plan to take back what calls changed, by their ids. Throws `not_found` for an unknown id. */
  planUndo(ids: readonly string[], below?: Path): Promise<UndoPlan>;
  /** Take back what a plan of `planUndo` says, as a call of its own. Throws `stale` if its files changed since. */
  undo(plan: UndoPlan, by: Pick<CallEntry, "callId" | "tool">, include?: readonly Path[]): Promise<Undone>;
  /** Record a change of named paths that takes calls back by other means. Call the result when it is done. */
  recordUndo(
    ids: readonly string[],
    paths: readonly Path[],
    by: Pick<CallEntry, "callId" | "tool">,
  ): Promise<() => Promise<void>>;
  /** An interrupted restore that was found at startup, and whether it was completed or rolled back. */
  readonly recovered: Awaited<ReturnType<typeof recoverRestore>>;
}

/** A call that is being recorded. End it when the call has ended. */
export interface CallRecording {
  readonly id: string;
  /** What the call may change and cannot be given back. */
  readonly notKept: readonly NotKept[];
  end(): Promise<void>;
}
