import { type Call, joinPath, type Session, ToolError, text, toPath, toToolError } from "@holdall/tool-core";
import { isWorking, sessionTasks } from "@holdall/tools-tasks/port";
import { type CheckpointInfo, infoOf } from "./checkpoint-info.ts";
import type { CheckpointOptions, Checkpoints, Moment } from "./checkpoints.ts";
import { changedCalls } from "./recording/changed-calls.ts";
import { intentOf, withinRoots } from "./recording/intent.ts";
import { createRecorder } from "./recording/recorder.ts";
import { recordInterrupted } from "./restore/interrupted-calls.ts";
import { planRestore, planUndo, type RestorePlan, samePlan } from "./restore/plan.ts";
import { prepareSteps, recoverRestore, restoreFiles } from "./restore/restore.ts";
import { createBlobStore } from "./store/blob-store.ts";
import { keepMessages, keepSnapshot, readConversation } from "./store/conversation.ts";
import type { CannotUndo, CheckpointRecord } from "./store/record.ts";
import { loadSeed } from "./store/seed.ts";
import { loadSessionLog, recordPath, sessionFolder, writeJson } from "./store/session-log.ts";
import { describeSession } from "./store/sessions.ts";
import { realFolder } from "./tree/entry-at.ts";
import { loadTreeCache, type TreeCache } from "./tree/tree-cache.ts";
import type { FolderReader } from "./tree/walk-workspace.ts";

/**
 * Open the checkpoints of a session. An interrupted restore is first completed or rolled back. Throws `unsupported` if the
 * store has no compare-and-set, and `parse_error` if it contains other data.
 */
export async function openCheckpoints(options: CheckpointOptions): Promise<Checkpoints> {
  const { workspace, store, sessionId, keep: { count: maxCount = 100 } = {} } = options;
  const { maxFileBytes = 10 * 1024 * 1024, maxTreeBytes = 256 * 1024 * 1024, maxEntries = 100_000 } = options;
  const { openReader, keptElsewhere, reachesKept = () => true } = options;
  if (!store.backend.can.compareAndSwap) {
    throw new ToolError("unsupported", `${store.backend.name} cannot store checkpoints: it has no compare-and-set.`, {
      hint: "Store them on a backend with compare-and-set: the disk, SQL, or an object store with conditions.",
    });
  }
  const folder = toPath(store.folder);
  const blobs = createBlobStore(store.backend, folder);
  const home = await sessionFolder(folder, sessionId);
  const log = await loadSessionLog(store.backend, home);
  await describeSession(store.backend, home, { id: sessionId, roots: options.roots ?? ["/"] });
  const reading = { workspace, blobs, maxFileBytes };
  const context = { store: store.backend, log, reading };
  let loading: Promise<TreeCache> | undefined;
  let reader: FolderReader | undefined;
  const realFolders = (paths: readonly string[]) =>
    Promise.all(paths.map((path) => realFolder(workspace, toPath(path))));
  const loadTree = async () => {
    const roots = await realFolders(options.roots ?? ["/"]);
    reader ??= await openReader?.();
    return loadTreeCache({
      workspace,
      roots,
      exclude: await realFolders([...(options.exclude ?? []), ...(store.backend === workspace ? [folder] : [])]),
      store: store.backend,
      blobs,
      folder: home,
      maxFileBytes,
      maxTreeBytes,
      maxEntries,
      reader,
      keptElsewhere,
      seed: await loadSeed(store.backend, folder, home, roots),
    });
  };
  const tree = () => {
    loading ??= loadTree();
    return loading;
  };
  const place = toPath(options.roots?.[0] ?? "/");
  const notCompared = options.notCompared === undefined ? undefined : { path: place, reason: options.notCompared };
  const recorder = createRecorder({ log, reading, tree, notCompared });
  const workRoots = (options.roots ?? ["/"]).map((root) => toPath(root));
  const sessions = new Map<string, Session>();
  let main: Session | undefined;
  let turn: { readonly moment: Moment; made?: Promise<unknown> } | undefined;

  await recordInterrupted(log, reading, tree);
  const recovered = await recoverRestore(context);

  const recordOf = (id: string): CheckpointRecord => {
    const record = log.records.find((each) => each.id === id);
    if (record) return record;
    throw new ToolError("not_found", `There is no checkpoint ${id} of this session.`, {
      hint:
        log.records.length > 0
          ? `Name one of: ${log.records.map((each) => each.id).join(", ")}.`
          : "No checkpoint was made yet.",
    });
  };

  async function create({ label = "", messages }: Moment = {}): Promise<CheckpointInfo> {
    const session = await keepSnapshot(main?.snapshot() ?? null, blobs);
    const before = log.records.at(-1)?.messages ?? null;
    const kept = messages ? await keepMessages(messages, before, blobs) : null;
    await recorder.catchUp();
    const record = await log.seal(async ({ calls, changes, notKept, cannotUndo }) => {
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
        calls,
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
    await recorder.catchUp();
    const found = await planRestore(log, id, reading);
    return { ...found, cannotUndo: [...found.cannotUndo, ...runningTasks()] };
  }

  /** Whether work goes on in the background that did not before. */
  function workBehind({ state, id }: Call, before: ReadonlySet<string>): (() => boolean) | undefined {
    const started = state(sessionTasks)
      .list()
      .filter((task) => task.status === "running" && !before.has(task.id));
    const isRunning = () =>
      isWorking(
        state,
        started.map((task) => task.id),
        id,
      );
    return isRunning() ? isRunning : undefined;
  }

  async function record(call: Call) {
    const session = sessions.get(call.sessionId);
    if (call.dryRun || session?.dryRun) return undefined;
    const intent = withinRoots(intentOf(call), workRoots);
    if (!intent) return undefined;
    const before = new Set(
      call
        .state(sessionTasks)
        .list()
        .map(({ id }) => id),
    );
    try {
      if (turn) {
        turn.made ??= create(turn.moment);
        await turn.made;
      }
      const { id, notKept, end } = await recorder.begin({ ...intent, ownCopies: reachesKept(call) });
      return {
        id,
        notKept,
        async end() {
          const isRunning = workBehind(call, before);
          await end(isRunning);
          if (!isRunning) return;
          const stop = call.state(sessionTasks).subscribe(() => {
            if (!isRunning()) stop();
            void recorder.catchUp().catch(() => {}); // The next look at the workspace tells.
          });
        },
      };
    } catch (cause) {
      if (turn) turn = { moment: turn.moment };
      throw new ToolError("unavailable", `The changes of ${call.tool.name} could not be recorded, so it did not run.`, {
        hint: "Tell the user: the store of changes does not work.",
        cause,
      });
    }
  }

  return {
    recovered,
    async [Symbol.asyncDispose]() {
      await recorder.verify();
      reader?.[Symbol.dispose]();
      await log.update((open) => open);
    },
    async middleware(call, next) {
      const recording = await record(call);
      if (!recording) return next(call);
      const result = await next(call);
      try {
        await recording.end();
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
    async restore(planned, { parts = "both", include = [], present: moment } = {}) {
      const record = recordOf(planned.checkpoint);
      const conversation = parts === "files" ? undefined : await readConversation(record, blobs);
      if (parts === "conversation") {
        if (moment) await create({ label: `before restoring ${planned.checkpoint}`, ...moment });
        return { conversation: conversation!, cannotUndo: planned.cannotUndo };
      }
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
      const present = await create({ label: `before restoring ${planned.checkpoint}`, ...moment });
      const files = await restoreFiles(fresh, prepared, present.id, context);
      return { files, ...(conversation && { conversation }), cannotUndo: fresh.cannotUndo };
    },
    record,
    async calls() {
      await recorder.catchUp();
      return changedCalls(log);
    },
    async planUndo(ids, below) {
      await recorder.catchUp();
      const known = [...log.records, log.open].flatMap(({ calls }) => calls);
      const unknown = ids.find((id) => !known.some((each) => each.id === id));
      if (unknown !== undefined)
        throw new ToolError("not_found", `There is no change ${unknown} of this session.`, {
          hint: "List the changes, and name one of those.",
        });
      return planUndo(log, new Set(ids), below, reading);
    },
    async undo(planned, { callId, tool }, include = []) {
      const { ids, below } = planned;
      const fresh = await planUndo(log, new Set(ids), below, reading);
      if (!samePlan(fresh, planned))
        throw new ToolError("stale", "Files have changed since this undo was planned. Nothing was changed.", {
          hint: "List the changes again.",
        });
      const prepared = await prepareSteps(fresh, include, context);
      return recorder.undo({ tool, what: "", at: Date.now(), callId, undoes: ids }, (id) =>
        restoreFiles(fresh, prepared, id, context),
      );
    },
    async recordUndo(ids, paths, { callId, tool }) {
      const call = { tool, what: "", at: Date.now(), callId, undoes: ids };
      const { end } = await recorder.begin({ call, targets: paths, anything: false, ownCopies: false, cannotUndo: [] });
      return () => end();
    },
    async fork(id, forkId = crypto.randomUUID()) {
      const record = recordOf(id);
      const { messages, snapshot } = await readConversation(record, blobs);
      const own = snapshot && { ...snapshot, id: forkId };
      const first: CheckpointRecord = {
        ...record,
        id: "c1",
        number: 1,
        parent: null,
        session: await keepSnapshot(own, blobs),
        calls: [],
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
