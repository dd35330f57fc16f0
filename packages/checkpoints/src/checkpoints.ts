import type { Backend, Middleware, Path, Session } from "@holdall/tool-core";
import type { CheckpointInfo } from "./checkpoint-info.ts";
import type { RestoredConversation } from "./conversation.ts";
import type { RestorePlan } from "./plan.ts";
import type { CannotUndo } from "./record.ts";
import type { RestoredFiles, recoverRestore } from "./restore.ts";
import type { KeepOptions } from "./sweep.ts";

export interface CheckpointOptions {
  /** Where the session works. */
  readonly workspace: Backend;
  /** Folders of it that commands are compared below; its root by default. */
  readonly roots?: readonly string[] | undefined;
  /** Folders that are left out of that comparison. */
  readonly exclude?: readonly string[] | undefined;
  /** Where checkpoints are kept: a backend with compare-and-set, and a folder in it. */
  readonly store: { readonly backend: Backend; readonly folder: string };
  readonly sessionId: string;
  /** Bytes above which the content of a file is not kept; 10 MiB by default. */
  readonly maxFileBytes?: number | undefined;
  /** Bytes of the workspace that are kept for commands, together; 256 MiB by default. */
  readonly maxTreeBytes?: number | undefined;
  readonly keep?: KeepOptions | undefined;
  /** Tells one content of a file from another beside size and time, as an inode does. `nodeWorkspace()` has it. */
  readonly fingerprint?: ((path: Path) => string | undefined) | undefined;
  /** Sets permission bits of a file that is made again. `nodeWorkspace()` has it. */
  readonly setMode?: ((path: Path, mode: number) => Promise<void>) | undefined;
}

/** What the host knows of a moment: what it shows of it, and the conversation. */
export interface Moment {
  readonly label?: string | undefined;
  /** The conversation up to here, as plain JSON. */
  readonly messages?: readonly unknown[] | undefined;
}

export interface RestoreOptions {
  /** `both` by default. */
  readonly parts?: "files" | "conversation" | "both" | undefined;
  /** Conflicts to overwrite all the same, by path. */
  readonly include?: readonly string[] | undefined;
  /** What the host knows of the present, for the checkpoint that is made of it. */
  readonly present?: Moment | undefined;
}

export interface Restored {
  /** Absent when only the conversation was asked for. */
  readonly files?: RestoredFiles;
  /** Absent when only files were asked for. */
  readonly conversation?: RestoredConversation;
  /** What the session did since that stays as it is. */
  readonly cannotUndo: readonly CannotUndo[];
}

/** The checkpoints of one session. Dispose of them with it: what the last calls changed is then in the store. */
export interface Checkpoints extends AsyncDisposable {
  /** Give it to `openSession` as part of `use`: it keeps what calls are about to change, and refuses a call for which it cannot. */
  readonly middleware: Middleware;
  /** Name the session whose calls the middleware sees, and whose state checkpoints hold; children of it may be named too. */
  attach(session: Session): void;
  /** A turn begins: before its first call that may change something, a checkpoint is made. */
  beginTurn(moment: Moment): void;
  create(moment?: Moment): Promise<CheckpointInfo>;
  /** Oldest first. */
  list(): readonly CheckpointInfo[];
  /** What a restore would do; nothing is changed. Throws `not_found` for an unknown id. */
  plan(id: string): Promise<RestorePlan>;
  /** Carry out a plan, after a checkpoint of the present. Throws `stale` when the session changed files since it was made. */
  restore(plan: RestorePlan, options?: RestoreOptions): Promise<Restored>;
  /** Begin another session with the conversation and state of a checkpoint; files stay as they are. */
  fork(id: string, sessionId?: string): Promise<RestoredConversation & { readonly sessionId: string }>;
  /** What was found unfinished when they were opened: a restore that was killed, and whether it was finished or rolled back. */
  readonly recovered: Awaited<ReturnType<typeof recoverRestore>>;
}
