import { notify } from "@holdall/tool-core";
import { poison } from "../memory/memory-store.ts";
import type { RunEvent, SqlDatabase, SqlSession } from "../port/index.ts";
import { type ClaimedRun, isOpen, type Ring, type RunStore, type StoredStep } from "../store.ts";
import { prepareSchema } from "./schema.ts";
import { changesOf } from "./sql-changes.ts";
import { type RunRow, runOf, type StepRow, stepOf, type WaitRow, waitOf } from "./sql-rows.ts";
import { sqlSchedules } from "./sql-schedules.ts";
import { statements } from "./statements.ts";

export interface SqlStoreOptions {
  readonly db: SqlDatabase;
  readonly schema: string;
  /** Milliseconds by which the clock of the database is moved, for tests. */
  readonly clockOffset: () => number;
}

/** Runs in a Postgres or PGlite: every function is one statement or one transaction, fenced by the attempt. */
export async function openSqlStore({ db, schema, clockOffset }: SqlStoreOptions): Promise<RunStore> {
  await prepareSchema(db, schema);
  const channel = `${schema}_runs`;
  const listeners = new Set<(run: string) => void>();
  const dueListeners = new Set<(run: string) => void>();
  const hear = (told: string) => {
    const run = told.replace(/^\+/, "");
    for (const listener of listeners) notify(listener, run);
    if (run !== told) for (const listener of dueListeners) notify(listener, run);
  };
  const stopListening = await db.listen?.(channel, hear, () => {});
  let made = { offset: Number.NaN, sql: statements(schema, 0) };
  const sql = () => {
    const offset = clockOffset();
    if (made.offset !== offset) made = { offset, sql: statements(schema, offset) };
    return made.sql;
  };
  /** A statement that a deadlock ended has changed nothing. */
  const query: SqlSession["query"] = (...statement) => retryDeadlocks(() => db.query(...statement));
  const change = <T>(work: (session: SqlSession, changes: ReturnType<typeof changesOf>) => Promise<T>): Promise<T> =>
    retryDeadlocks(() => db.transaction((session) => work(session, changesOf(session, sql(), channel))));

  return {
    name: db.name,

    async insert(run, parent) {
      const { id, name, version, queue, key, priority, at, input, attempts, losses, duration } = run;
      const values = [
        id,
        name,
        version,
        queue,
        key,
        priority,
        at,
        run.parent,
        run.parentEvent,
        input,
        attempts,
        losses,
        duration,
      ];
      const held = parent ? [parent.id, parent.attempt] : [];
      for (;;) {
        const [added] = await query<{ id: string }>(sql().insert(parent !== undefined), [...values, ...held, channel]);
        if (added) return { id, isNew: true };
        const [same] = key === null ? [] : await query<{ id: string }>(sql().byKey, [name, key]);
        if (same) return { id: same.id, isNew: false };
        if (parent) return undefined;
        // The run that had the key was removed between the two.
      }
    },

    async claim({ worker, lease, limit, ids, known, queues }) {
      const names = [known.map(({ name }) => name), known.map(({ version }) => version)];
      const values = [queues, ...names, worker, lease, limit, poison("{lost}"), ...(ids ? [ids] : [])];
      const taken = await query<RunRow>(sql().claim(ids !== undefined), values);
      const mine = taken.filter(({ state }) => state === "running");
      if (mine.length === 0) return [];
      const steps = new Map<string, StoredStep[]>(mine.map(({ id }) => [id, []]));
      // A run that was never claimed has no steps.
      const before = mine.filter(({ attempt }) => attempt > 1).map(({ id }) => id);
      if (before.length > 0) {
        for (const row of await query<StepRow>(sql().stepsOf, [before])) steps.get(row.run)?.push(stepOf(row));
      }
      return mine.map(
        ({ id, attempt, name, version, queue, priority, input, failures, attempts, created }): ClaimedRun => ({
          ...{ id, attempt, name, version, queue, priority, input, failures, attempts },
          created: Number(created),
          steps: steps.get(id) ?? [],
        }),
      );
    },

    async extend(holds, lease) {
      const columns = [holds.map(({ id }) => id), holds.map(({ attempt }) => attempt)];
      const rows = await query<{ id: string }>(sql().extend, [...columns, lease]);
      return new Set(rows.map(({ id }) => id));
    },

    async recordStep({ id, attempt }, { position, name, output, error, failures }) {
      const data = JSON.stringify({ position, name, failed: error !== null });
      const [row] = await query<{ ended: number | string }>(sql().recordStep, [
        id,
        attempt,
        position,
        name,
        output,
        error,
        failures,
        data,
      ]);
      return row && Number(row.ended);
    },

    async recordAttempt({ id, attempt }, { position, name, error, failures }) {
      const data = JSON.stringify(error === null ? { position, name } : { position, name, failures });
      const values = [id, attempt, position, name, error, failures, data, error === null ? "begin" : "step-failed"];
      return (await query(sql().recordAttempt, values)).length > 0;
    },

    park: ({ id, attempt }, waits) =>
      change(async (session, { note }) => {
        const [held] = await session.query(sql().lockHeld, [id, attempt]);
        if (!held) return undefined;
        const column = <K extends keyof (typeof waits)[number]>(key: K) => waits.map((wait) => wait[key]);
        const columns = [column("position"), column("name"), column("event"), column("until"), column("within")];
        for (const { position, event, until } of await session.query<WaitRow>(sql().addWaits, [id, ...columns])) {
          await note(id, "wait", JSON.stringify({ position, event, until: until === null ? null : Number(until) }));
        }
        const events = new Map(
          (await session.query<{ name: string; payload: string }>(sql().eventsOf, [id])).map((row) => [
            row.name,
            row.payload,
          ]),
        );
        const [clock] = await session.query<{ now: string }>(`select ${sql().now}::text as now`);
        const now = Number(clock?.now);
        const wanted = new Set(column("position"));
        const rows = (await session.query<WaitRow>(sql().waitsOf, [id])).filter(({ position }) => wanted.has(position));
        const untils = rows.flatMap(({ until }) => (until === null ? [] : Number(until)));
        const over = rows.filter(
          ({ event, until }) => (event !== null && events.has(event)) || (until !== null && Number(until) <= now),
        );
        if (over.length === 0) {
          const wakeAt = untils.length > 0 ? Math.min(...untils) : null;
          const [row] = await session.query<Ring>(sql().park, [id, wakeAt]);
          return {
            parked: true,
            ...(row && wakeAt !== null && { ring: { ...row, id, at: wakeAt - clockOffset() } }),
          } as const;
        }
        const payloads = over.map(({ event }) => (event === null ? null : (events.get(event) ?? null)));
        const ends = [over.map(({ position }) => position), over.map(({ name }) => name), payloads];
        const [end] = await session.query<{ ended: string }>(sql().endWaits, [id, attempt, ...ends]);
        for (const { position, name } of over)
          await note(id, "step", JSON.stringify({ position, name, failed: false }));
        const resolved = over.map(({ position }, i) => ({
          position,
          payload: payloads[i] ?? null,
          ended: Number(end?.ended),
        }));
        return { parked: false, resolved } as const;
      }),

    async release(holds) {
      const columns = [holds.map(({ id }) => id), holds.map(({ attempt }) => attempt)];
      return query<Ring>(sql().release, [...columns, channel]);
    },

    async finish({ id, attempt }, { state, output, error, failedAt, retryIn }) {
      const failures = state === "failed" ? 1 : 0;
      if (retryIn === null) {
        const values = [id, attempt, state, output, error, failedAt, failures, JSON.stringify(state), channel];
        if ((await query(sql().finishAlone, values)).length > 0) return { rings: [] };
      }
      return change(async (session, { rings, close, redo, note }) => {
        const [held] = await session.query<{ id: string; parent: string | null; parent_event: string | null }>(
          sql().lockHeld,
          [id, attempt],
        );
        if (!held) return undefined;
        if (retryIn === null) {
          await close(held, { state, output, error, failedAt, failures });
          return { rings };
        }
        await redo(id, failedAt);
        const [row] = await session.query<Ring & { wake_at: number | string }>(sql().requeue, [id, error, retryIn]);
        await note(id, "retry", "null");
        return {
          rings: row
            ? [...rings, { id, queue: row.queue, priority: row.priority, at: Number(row.wake_at) - clockOffset() }]
            : rings,
        };
      });
    },

    prune: async (age, limit) => (await query(sql().prune, [age, limit])).length,

    log: async ({ id, attempt }, data) => (await query(sql().log, [id, attempt, data])).length > 0,

    signal: (id, event, payload) =>
      change(async (session, { rings, lock, deliver }) => {
        const run = await lock(id);
        if (!run) return undefined;
        const [first] = await session.query<{ payload: string }>(sql().event, [id, event]);
        if (first) return { outcome: first.payload === payload ? "repeated" : "conflict", rings } as const;
        if (!isOpen(run.state)) return { outcome: "ended", rings } as const;
        return { outcome: (await deliver(id, event, payload)) ?? "repeated", rings } as const;
      }),

    end: (id, state, error) => change(async (_, { rings, end }) => ({ ended: await end(id, state, error), rings })),
    overdue: async () => (await query<{ id: string }>(sql().overdue)).map(({ id }) => id),
    retry: (id) =>
      change(async (_, { rings, lock, reopen }) => {
        await reopen(await lock(id));
        return rings;
      }),

    async get(id) {
      const [row] = await query<RunRow>(sql().get, [id]);
      if (!row) return undefined;
      const [steps, waits] = [await query<StepRow>(sql().stepsOf, [[id]]), await query<WaitRow>(sql().waitsOf, [id])];
      return { run: runOf(row), steps: steps.map(stepOf).sort(byPosition), waits: waits.map(waitOf).sort(byPosition) };
    },

    async list({ state, name, parent, keyPrefix, limit = 100 }) {
      const states = state === undefined ? null : [state].flat();
      const rows = await query<RunRow>(sql().list, [states, name ?? null, parent ?? null, keyPrefix ?? null, limit]);
      return rows.map(runOf);
    },

    async events(run, since, limit) {
      const rows = await query<{ seq: string; run: string; at: string; type: RunEvent["type"]; data: string }>(
        sql().events,
        [run, since, limit],
      );
      return rows.map(({ seq, at, data, ...row }) => ({
        ...row,
        seq: Number(seq),
        at: Number(at),
        data: JSON.parse(data),
      }));
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    ...(db.listen && {
      onDue(listener: (run: string) => void) {
        dueListeners.add(listener);
        return () => dueListeners.delete(listener);
      },
    }),

    schedules: sqlSchedules(db, sql),
    close: async () => stopListening?.(),
  };
}

const byPosition = (one: { readonly position: string }, other: { readonly position: string }): number =>
  one.position.localeCompare(other.position, "en", { numeric: true });

/** Two trees of runs may lock each other's rows; the database lets one of them try again. */
async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left--) {
    try {
      return await work();
    } catch (error) {
      const { code } = Object(error) as { code?: string };
      if (left === 0 || (code !== "40P01" && code !== "40001")) throw error;
    }
  }
}
