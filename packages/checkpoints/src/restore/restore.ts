import { type Backend, type Path, ToolError } from "@holdall/tool-core";
import type { Move, NotKept, RestoreJournal, RestoreStep } from "../store/record.ts";
import type { SessionLog } from "../store/session-log.ts";
import { entryAt, unfollowed } from "../tree/entry-at.ts";
import { readState } from "../tree/read-state.ts";
import {
  type ApplyOptions,
  applySteps,
  changesOf,
  journalPath,
  readJournal,
  reversed,
  writeJournal,
} from "./apply-restore.ts";
import type { RestorePlan } from "./plan.ts";

export interface RestoreContext extends ApplyOptions {
  readonly store: Backend;
  readonly log: SessionLog;
}

/** The result of restoring files. */
export interface RestoredFiles {
  /** The checkpoint of the previous state. Restore it to undo this restore. */
  readonly present: string;
  readonly restored: readonly Path[];
  readonly deleted: readonly Path[];
  /** Paths that others changed during the restore, which were not changed. */
  readonly left: readonly Path[];
  readonly notKept: readonly NotKept[];
}

/** The steps of a plan, with what is there now kept, so that all of them can be taken back. Throws when a kept content is damaged. */
export async function prepareSteps(
  plan: RestorePlan,
  include: readonly Path[],
  { reading }: RestoreContext,
): Promise<{ readonly steps: RestoreStep[]; readonly moves: readonly Move[]; readonly notKept: readonly NotKept[] }> {
  const unknown = include.filter((path) => !plan.conflicts.some((conflict) => conflict.path === path));
  if (unknown.length > 0) {
    throw new ToolError("invalid_input", `${unknown.join(", ")}: not among the conflicts of this plan.`, {
      hint: "Name paths from `plan.conflicts`.",
    });
  }
  const items = [...plan.restore, ...plan.delete, ...plan.conflicts.filter(({ path }) => include.includes(path))];
  const steps: RestoreStep[] = [];
  const moves: Move[] = [];
  const notKept: NotKept[] = [...plan.notKept];
  for (const { path, then, aside } of items) {
    if (then?.kind === "file" && then.at) await reading.blobs.get({ ...then, at: then.at });
    if (aside !== undefined && reading.workspace.move) {
      moves.push({ from: path, to: aside });
      steps.push({ path, from: null, to: then });
      continue;
    }
    const from = await readState(path, reading, true);
    if (from?.kind === "other" || (from?.kind === "file" && !from.at))
      notKept.push({ path, reason: "is now something that cannot be saved, so it stays" });
    else steps.push({ path, from, to: then });
  }
  return { steps, moves, notKept };
}

/** Carry a plan out behind a journal. `present` is the checkpoint that was just made, or the id of the call that does it. */
export async function restoreFiles(
  plan: RestorePlan,
  { steps, moves, notKept }: Awaited<ReturnType<typeof prepareSteps>>,
  present: string,
  context: RestoreContext,
): Promise<RestoredFiles> {
  const { store, log } = context;
  const journal: RestoreJournal = {
    version: 1,
    id: present.startsWith("u") ? present : `restore-${present}`,
    checkpoint: plan.checkpoint,
    direction: "forward",
    steps,
    moves,
  };
  const planned = new Map([...plan.restore, ...plan.delete, ...plan.conflicts].map((item) => [item.path, item]));
  const version = await writeJournal(store, log.folder, journal, null);
  let applied: Awaited<ReturnType<typeof applySteps>>;
  try {
    await moveFiles(moves, context.reading.workspace);
    applied = await applySteps(steps, context);
  } catch (cause) {
    throw await rollBack(journal, version, context, cause);
  }
  await finish(journal, applied.done, context);
  return {
    present,
    restored: applied.done.flatMap(({ path, to }) => (to === null ? [] : path)).sort(),
    deleted: applied.done.flatMap(({ path, to }) => (to === null && planned.has(path) ? path : [])).sort(),
    left: applied.left,
    notKept,
  };
}

/** Finish a restore that was killed, or roll it back when that was under way. Undefined when there is none. */
export async function recoverRestore(
  context: RestoreContext,
): Promise<{ checkpoint: string; ended: "finished" | "rolled back"; left: readonly Path[] } | undefined> {
  const { store, log } = context;
  const found = await readJournal(store, log.folder);
  if (!found) return undefined;
  const { value: journal, version } = found;
  const isBack = journal.direction === "back";
  if (log.open.restored.includes(journal.id)) {
    await store.remove(journalPath(log.folder));
    return { checkpoint: journal.checkpoint, ended: "finished", left: [] };
  }
  try {
    if (!isBack) await moveFiles(journal.moves ?? [], context.reading.workspace);
    const { done, left } = await applySteps(isBack ? reversed(journal.steps) : journal.steps, context);
    if (isBack) await moveFiles(backwards(journal.moves), context.reading.workspace);
    await finish(journal, isBack ? [] : done, context);
    return { checkpoint: journal.checkpoint, ended: isBack ? "rolled back" : "finished", left };
  } catch (cause) {
    if (isBack) throw cause;
    throw await rollBack(journal, version, context, cause);
  }
}

/** Those that are moved already stay, so that this may be called again after it was killed. */
async function moveFiles(moves: readonly Move[], workspace: Backend): Promise<void> {
  for (const { from, to } of moves)
    if ((await entryAt(workspace, to)) === null && (await entryAt(workspace, from)) !== null)
      await workspace.move?.(from, to, unfollowed(workspace));
}

const backwards = (moves: readonly Move[] = []): Move[] => moves.map(({ from, to }) => ({ from: to, to: from }));

async function finish(
  journal: RestoreJournal,
  done: readonly RestoreStep[],
  { store, log }: RestoreContext,
): Promise<void> {
  await log.update((open) => ({
    ...open,
    changes: [...open.changes, ...changesOf(done, journal.id)],
    restored: [...open.restored, journal.id],
  }));
  await store.remove(journalPath(log.folder));
}

/** The error of a restore that failed, after what it did was rolled back as far as possible. */
async function rollBack(
  journal: RestoreJournal,
  version: string,
  context: RestoreContext,
  cause: unknown,
): Promise<ToolError> {
  let state = "Everything is as it was before.";
  try {
    await writeJournal(context.store, context.log.folder, { ...journal, direction: "back" }, version);
    const { left } = await applySteps(reversed(journal.steps), context);
    await moveFiles(backwards(journal.moves), context.reading.workspace);
    await finish(journal, [], context);
    if (left.length > 0)
      state = `Others changed ${left.join(", ")} in the meantime; everything else is as it was before.`;
  } catch {
    state = "Rolling it back failed as well; opening the checkpoints again continues it.";
  }
  return new ToolError("unavailable", `The restore of ${journal.checkpoint} failed. ${state}`, {
    hint: "Fix the cause (space, permissions, the network) and plan the restore again.",
    data: { checkpoint: journal.checkpoint },
    cause,
  });
}
