import type { SqlSession } from "../port/index.ts";
import { isOpen, type Ring } from "../store.ts";
import type { RunRow } from "./sql-rows.ts";
import type { statements } from "./statements.ts";

type Sql = ReturnType<typeof statements>;
export type LockedRun = Pick<
  RunRow,
  "id" | "name" | "state" | "queue" | "priority" | "parent" | "parent_event" | "failed_at"
>;

/** Changes of several rows, to be made within one transaction. */
export function changesOf(session: SqlSession, sql: Sql, channel: string) {
  const rings: Ring[] = [];
  const note = (run: string, type: string, data: string) => session.query(sql.note, [run, type, data]);
  /** Notify listeners; `+` says that a worker may take it. */
  const tell = (run: string, sign: "" | "+" = "") => session.query(sql.notify, [channel, sign + run]);

  const lock = async (id: string): Promise<LockedRun | undefined> =>
    (await session.query<LockedRun>(sql.lockRun, [id]))[0];

  /** Keep an event of a run that is locked, and wake it where it waits for that. False when it was there. */
  const deliver = async (run: string, event: string, payload: string): Promise<"delivered" | "kept" | undefined> => {
    const [added] = await session.query(sql.addEvent, [run, event, payload]);
    if (!added) return undefined;
    await note(run, "event", JSON.stringify(event));
    const [awaited] = await session.query(sql.awaited, [run, event]);
    if (awaited) rings.push(...(await session.query<Ring>(sql.wake, [run])));
    await tell(run, awaited ? "+" : "");
    return awaited ? "delivered" : "kept";
  };

  const close = async (
    run: Pick<LockedRun, "id" | "parent" | "parent_event">,
    end: { state: string; output: string | null; error: string | null; failedAt: string | null; failures: number },
  ): Promise<void> => {
    const { state, output, error, failedAt, failures } = end;
    await session.query(sql.close, [run.id, state, output, error, failedAt, failures]);
    await session.query(sql.clearWaits, [run.id]);
    await note(run.id, "end", JSON.stringify(state));
    await tell(run.id);
    const parent = run.parent !== null && run.parent_event !== null ? await lock(run.parent) : undefined;
    if (!parent) return;
    const told = [parent.id, run.parent_event ?? "", JSON.stringify({ state, output, error })] as const;
    // One that has ended comes by it when it is retried.
    if (isOpen(parent.state)) await deliver(...told);
    else await session.query(sql.addEvent, told);
  };

  /** Let a run do again what it failed with, and its children that ended badly without its code having seen it. */
  const redo = async (run: string, at: string | null): Promise<void> => {
    if (at !== null) await session.query(sql.forgetStep, [run, at]);
    for (const child of await session.query<{ id: string; parent_event: string }>(sql.unseenChildren, [run])) {
      await session.query(sql.forgetEvent, [run, child.parent_event]);
      await reopen(await lock(child.id));
    }
  };

  const reopen = async (run: LockedRun | undefined): Promise<void> => {
    if (!run || isOpen(run.state) || run.state === "completed") return;
    await redo(run.id, run.failed_at);
    rings.push(...(await session.query<Ring>(sql.reopen, [run.id])));
    await note(run.id, "retry", "null");
    await tell(run.id, "+");
  };

  /** End a run and all that it has started; answers with those that had not ended. */
  const end = async (id: string, state: string, error: string): Promise<string[]> => {
    const run = await lock(id);
    if (!run || !(isOpen(run.state) || run.state === "parked")) return [];
    await close(run, { state, output: null, error, failedAt: null, failures: 0 });
    const ended = [id];
    for (const child of await session.query<{ id: string }>(sql.children, [id])) {
      ended.push(...(await end(child.id, state, error)));
    }
    return ended;
  };

  return { rings, note, tell, lock, deliver, close, redo, reopen, end };
}
