import { type Call, joinPath, type Session, ToolError, text, toPath, toToolError } from "@holdall/tool-core";
import { sessionTasks } from "@holdall/tools-tasks/port";
import { createBlobStore } from "./blob-store.ts";
import { type CheckpointInfo, infoOf } from "./checkpoint-info.ts";
import type { CheckpointOptions, Checkpoints, Moment } from "./checkpoints.ts";
import { keepMessages, keepSnapshot, readConversation } from "./conversation.ts";
import { realFolder } from "./entry-at.ts";
import { intentOf } from "./intent.ts";
import { planRestore, type RestorePlan, samePlan } from "./plan.ts";
import type { CannotUndo, CheckpointRecord } from "./record.ts";
import { createRecorder } from "./recorder.ts";
import { prepareSteps, recoverRestore, restoreFiles } from "./restore.ts";
import { loadSessionLog, recordPath, sessionFolder, writeJson } from "./session-log.ts";
import { settleInterrupted } from "./settle-interrupted.ts";
import { loadTreeCache, type TreeCache } from "./tree-cache.ts";

/**
 * Open the checkpoints of a session. An interrupted restore is first completed or rolled back. Throws `unsupported` if the
 * store has no compare-and-set, and `parse_error` if it contains other data.
 */
export async function openCheckpoints(options: CheckpointOptions): Promise<Checkpoints> {
  const { workspace, store, sessionId, keep: { count: maxCount = 100 } = {} } = options;
  const { maxFileBytes = 10 * 1024 * 1024, maxTreeBytes = 256 * 1024 * 1024 } = options;
  if (!store.backend.can.compareAndSwap) {
    throw new ToolError("unsupported", `${store.backend.name} cannot store checkpoints: it has no compare-and-set.`, {
      hint: "Store them on a backend with compare-and-set: the disk, SQL, or an object store with conditions.",
    });
  }
  const folder = toPath(store.folder);
  const blobs = createBlobStore(store.backend, folder);
  const home = await sessionFolder(folder, sessionId);
  const log = await loadSessionLog(store.backend, home);
  const reading = { workspace, blobs, maxFileBytes };
  const context = { store: store.backend, log, reading };
  let loading: Promise<TreeCache> | undefined;
  const realFolders = (paths: readonly string[]) =>
    Promise.all(paths.map((path) => realFolder(workspace, toPath(path))));
  const loadTree = async () =>
    loadTreeCache({
      workspace,
      roots: await realFolders(options.roots ?? ["/"]),
      exclude: await realFolders([...(options.exclude ?? []), ...(store.backend === workspace ? [folder] : [])]),
      store: store.backend,
      blobs,
      folder: home,
      maxFileBytes,
      maxTreeBytes,
    });
  const tree = () => {
    loading ??= loadTree();
    return loading;
  };
  const recorder = createRecorder({ log, reading, tree });
  const sessions = new Map<string, Session>();
  let main: Session | undefined;
  let turn: { readonly moment: Moment; made?: Promise<unknown> } | undefined;

  await settleInterrupted(log, reading, tree);
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
      throw new ToolError("unavailable", `No checkpoint could be saved, so ${call.tool.name} did not run.`, {
        hint: "Tell the user: the checkpoint store does not work.",
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
