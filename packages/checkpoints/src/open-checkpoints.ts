import {
  type Backend,
  type Call,
  joinPath,
  type Middleware,
  type Path,
  type Session,
  type SessionSnapshot,
  ToolError,
  text,
  toPath,
  toToolError,
} from "@holdall/tool-core";
import { sessionTasks } from "@holdall/tool-core/tasks";
import { type Blob, createBlobStore } from "./blob-store.ts";
import { type CheckpointInfo, infoOf } from "./checkpoint-info.ts";
import { keepMessages, readMessages } from "./conversation.ts";
import { type State, sameState } from "./file-state.ts";
import { intentOf } from "./intent.ts";
import { planRestore, type RestorePlan } from "./plan.ts";
import { readState } from "./read-state.ts";
import type { CannotUndo, CheckpointRecord } from "./record.ts";
import { compare, createRecorder } from "./recorder.ts";
import { prepareSteps, type RestoredFiles, recoverRestore, restoreFiles } from "./restore.ts";
import { loadSessionLog, recordPath, sessionFolder, writeJson } from "./session-log.ts";
import type { KeepOptions } from "./sweep.ts";
import { loadTreeCache, type TreeCache } from "./tree-cache.ts";

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

/** A conversation as it was, to go on from: open a session with `restore: snapshot`. */
export interface RestoredConversation {
  readonly messages: readonly unknown[] | null;
  readonly snapshot: SessionSnapshot | null;
}

export interface RestoreOptions {
  /** `both` by default. */
  readonly parts?: "files" | "conversation" | "both" | undefined;
  /** Conflicts to overwrite all the same, by path. */
  readonly include?: readonly string[] | undefined;
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

/**
 * Open the checkpoints of a session. A restore that was killed is finished first, or rolled back. Throws `unsupported` on a
 * store without compare-and-set, and `parse_error` when it holds something else.
 */
export async function openCheckpoints(options: CheckpointOptions): Promise<Checkpoints> {
  const { workspace, store, sessionId, setMode, fingerprint, keep: { count: maxCount = 100 } = {} } = options;
  const { maxFileBytes = 10 * 1024 * 1024, maxTreeBytes = 256 * 1024 * 1024 } = options;
  if (!store.backend.can.compareAndSwap) {
    throw new ToolError("unsupported", `${store.backend.name} cannot keep checkpoints: it has no compare-and-set.`, {
      hint: "Keep them on a backend with compare-and-set: the disk, SQL, or an object store with conditions.",
    });
  }
  const folder = toPath(store.folder);
  const blobs = createBlobStore(store.backend, folder);
  const home = await sessionFolder(folder, sessionId);
  const log = await loadSessionLog(store.backend, home);
  const reading = { workspace, blobs, maxFileBytes };
  const context = { store: store.backend, log, reading, setMode };
  let loading: Promise<TreeCache> | undefined;
  const tree = () => {
    loading ??= loadTreeCache({
      workspace,
      roots: (options.roots ?? ["/"]).map((root) => toPath(root)),
      exclude: [
        ...(options.exclude ?? []).map((path) => toPath(path)),
        ...(store.backend === workspace ? [folder] : []),
      ],
      store: store.backend,
      blobs,
      folder: home,
      maxFileBytes,
      maxTreeBytes,
      fingerprint,
    });
    return loading;
  };
  const recorder = createRecorder({ log, reading, tree });
  const sessions = new Map<string, Session>();
  let main: Session | undefined;
  let turn: { readonly moment: Moment; made?: Promise<unknown> } | undefined;

  await settleInterrupted();
  const recovered = await recoverRestore(context);

  /** Calls that never ended: what they may have changed is noted as such, and no restore touches it unasked. */
  async function settleInterrupted(): Promise<void> {
    const { pending, commands } = log.open;
    if (pending.length === 0 && commands.length === 0) return;
    const found = new Map<Path, { before: State; after: State; callId: string }>();
    for (const { path, before, callId } of pending) {
      const after = await readState(path, reading, false);
      if (!sameState(before, after) && !found.has(path)) found.set(path, { before, after, callId });
    }
    if (commands.length > 0) {
      const cache = await tree();
      const before = cache.last;
      for (const each of compare(before, (await cache.refresh()).states))
        if (!found.has(each.path)) found.set(each.path, { ...each, callId: commands[0]! });
    }
    const changes = [...found].map(([path, each]) => ({ ...each, path, interrupted: true }));
    await log.update((open) => ({ ...open, changes: [...open.changes, ...changes], pending: [], commands: [] }));
  }

  const recordOf = (id: string): CheckpointRecord => {
    const record = log.records.find((each) => each.id === id);
    if (record) return record;
    throw new ToolError("not_found", `There is no checkpoint ${id} of this session.`, {
      hint: `Name one of: ${log.records.map((each) => each.id).join(", ") || "none was made yet"}.`,
    });
  };

  async function create({ label = "", messages }: Moment = {}): Promise<CheckpointInfo> {
    const session = await keepSnapshot(main?.snapshot() ?? null);
    const before = log.records.at(-1)?.messages ?? null;
    const kept = messages ? await keepMessages(messages, before, blobs) : null;
    const record = await log.seal(async ({ changes, notKept, cannotUndo }) => {
      const last = log.records.at(-1);
      const number = (last?.number ?? 0) + 1;
      const id = `c${number}`;
      const parent = last?.id ?? null;
      return {
        version: 1,
        id,
        number,
        at: Date.now(),
        label,
        parent,
        session,
        messages: kept,
        changes,
        notKept,
        cannotUndo,
      };
    });
    while (log.records.length > maxCount) {
      const [oldest] = log.records.splice(0, 1);
      await store.backend.remove(recordPath(home, oldest!.number));
    }
    return infoOf(record);
  }

  /** Small ones lie in the checkpoint itself. */
  async function keepSnapshot(snapshot: SessionSnapshot | null): Promise<SessionSnapshot | Blob | null> {
    const json = JSON.stringify(snapshot);
    return json.length < 32 * 1024 ? snapshot : blobs.put(new TextEncoder().encode(json));
  }

  async function conversationOf({ session, messages }: CheckpointRecord): Promise<RestoredConversation> {
    return {
      messages: messages && (await readMessages(messages, blobs)),
      snapshot:
        session && "hash" in session
          ? (JSON.parse(new TextDecoder().decode(await blobs.get(session))) as SessionSnapshot)
          : session,
    };
  }

  const runningTasks = (): CannotUndo[] =>
    [...sessions.values()].flatMap((session) =>
      session
        .state(sessionTasks)
        .list()
        .flatMap(({ title, status, started }): CannotUndo[] =>
          status === "running" ? [{ kind: "process", what: title, tool: "bash", at: started }] : [],
        ),
    );

  async function plan(id: string): Promise<RestorePlan> {
    recordOf(id);
    const found = await planRestore(log, id, reading);
    return { ...found, cannotUndo: [...found.cannotUndo, ...runningTasks()] };
  }

  async function begin(call: Call) {
    const session = sessions.get(call.sessionId);
    if (session?.dryRun) return undefined;
    const intent = await intentOf(call, session);
    if (!intent) return undefined;
    try {
      if (turn) {
        turn.made ??= create(turn.moment);
        await turn.made;
      }
      return await recorder.begin(intent);
    } catch (cause) {
      if (turn) turn = { moment: turn.moment };
      throw new ToolError("unavailable", `No checkpoint could be kept, so ${call.tool.name} did not run.`, {
        hint: "Tell the user: the store of checkpoints does not work.",
        cause,
      });
    }
  }

  return {
    recovered,
    [Symbol.asyncDispose]: () => log.update((open) => open),
    async middleware(call, next) {
      const end = await begin(call);
      if (!end) return next(call);
      const result = await next(call);
      try {
        await end();
        return result;
      } catch (error) {
        const why = `Its changes could not be recorded for checkpoints: ${toToolError(error).message}`;
        return { ...result, content: [...result.content, text(why)] };
      }
    },
    attach(session) {
      main ??= session;
      sessions.set(session.id, session);
    },
    beginTurn(moment) {
      turn = { moment };
    },
    create,
    list: () => log.records.map(infoOf),
    plan,
    async restore(planned, { parts = "both", include = [] } = {}) {
      const record = recordOf(planned.checkpoint);
      const conversation = parts === "files" ? undefined : await conversationOf(record);
      if (parts === "conversation") return { conversation: conversation!, cannotUndo: planned.cannotUndo };
      const fresh = await plan(planned.checkpoint);
      if (!samePlan(fresh, planned)) {
        throw new ToolError("stale", `Files have changed since the restore of ${planned.checkpoint} was planned.`, {
          hint: "Plan it again and show the new plan.",
        });
      }
      const prepared = await prepareSteps(
        fresh,
        include.map((path) => toPath(path)),
        context,
      );
      const present = await create({ label: `before restoring ${planned.checkpoint}` });
      const files = await restoreFiles(fresh, prepared, present.id, context);
      return { files, ...(conversation && { conversation }), cannotUndo: fresh.cannotUndo };
    },
    async fork(id, forkId = crypto.randomUUID()) {
      const record = recordOf(id);
      const { messages, snapshot } = await conversationOf(record);
      const own = snapshot && { ...snapshot, id: forkId };
      const first: CheckpointRecord = {
        ...record,
        id: "c1",
        number: 1,
        parent: null,
        session: await keepSnapshot(own),
        changes: [],
        notKept: [],
        cannotUndo: [],
        forkedFrom: { session: sessionId, checkpoint: id },
      };
      const place = joinPath(await sessionFolder(folder, forkId), "000001.json");
      await writeJson(store.backend, place, first, null);
      return { sessionId: forkId, messages, snapshot: own };
    },
  };
}

/** True when two plans would change the same paths from and to the same content. */
function samePlan(a: RestorePlan, b: RestorePlan): boolean {
  const lists = ["restore", "delete", "conflicts"] as const;
  return lists.every(
    (name) =>
      a[name].length === b[name].length &&
      a[name].every((item, i) => {
        const other = b[name][i]!;
        return item.path === other.path && sameState(item.now, other.now) && sameState(item.then, other.then);
      }),
  );
}
