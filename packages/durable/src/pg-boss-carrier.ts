import type { Db } from "pg-boss";
import type { SqlDatabase } from "./port/index.ts";
import type { Carrier } from "./store.ts";

export interface CarrierOptions {
  readonly db: SqlDatabase;
  /** Where pg-boss keeps its jobs. */
  readonly schema: string;
  readonly poll: number;
  onError(error: unknown): void;
}

interface Bell {
  readonly run: string;
}

/** Jobs of pg-boss that say which run to look at: they bring priorities, delays and notifications, and are gone once looked at. */
export async function pgBossCarrier({ db, schema, poll, onError }: CarrierOptions): Promise<Carrier> {
  const { PgBoss } = await import("pg-boss");
  const listeners = new Set<() => void>();
  const ringAll = () => {
    for (const listener of listeners) listener();
  };
  const boss = new PgBoss({
    db: adapt(db, ringAll),
    schema,
    backend: db.name === "pglite" ? "pglite" : "postgres",
    useListenNotify: db.listen !== undefined,
    schedule: false,
    registerInstance: false,
    persistWarnings: false,
    warningSlowQuerySeconds: 120,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", onError);
  await boss.start();
  const timers = new Set<NodeJS.Timeout>();
  /** A job that becomes due sends no notification; its sender polls on time, and others at their next poll. */
  const ringLater = (ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      ringAll();
    }, ms + 5).unref();
    timers.add(timer);
  };
  const known = new Map<string, Promise<void>>();
  /** pg-boss knows names of letters, digits, `_`, `-`, `.` and `/`. */
  const open = (queue: string): Promise<void> => {
    const opened =
      known.get(queue) ??
      boss.createQueue(nameOf(queue), { notify: true, retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 60 });
    known.set(queue, opened);
    opened.catch(() => known.delete(queue));
    return opened;
  };

  return {
    poll,
    async ring(rings) {
      for (const { id, queue, priority, at } of rings) {
        await open(queue);
        const startsIn = at === undefined ? 0 : at - Date.now();
        if (startsIn > 0 && startsIn < soon) ringLater(startsIn);
        const startAfter = at !== undefined && at > Date.now() ? new Date(at) : undefined;
        await boss.send(nameOf(queue), { run: id } satisfies Bell, { priority, ...(startAfter && { startAfter }) });
      }
    },
    async take(queues, limit) {
      const taken: { queue: string; id: string; retryCount: number; run: string }[] = [];
      for (const queue of queues) {
        if (taken.length >= limit) break;
        await open(queue);
        const jobs = await boss.fetch<Bell>(nameOf(queue), { batchSize: limit - taken.length, includeMetadata: true });
        taken.push(...jobs.map(({ id, retryCount, data }) => ({ queue, id, retryCount, run: data.run })));
      }
      return {
        ids: taken.map(({ run }) => run),
        async settle() {
          for (const queue of new Set(taken.map((job) => job.queue))) {
            const jobs = taken.filter((job) => job.queue === queue).map(({ id, retryCount }) => ({ id, retryCount }));
            await boss.deleteJob(nameOf(queue), jobs);
          }
        },
      };
    },
    onRing(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** Milliseconds. */
const soon = 60_000;

const nameOf = (queue: string) => queue.replace(/[^\w./-]/g, (sign) => `.${sign.codePointAt(0)?.toString(16)}.`);

/** Our database as pg-boss wants it: several statements come without parameters, mostly as one transaction. */
function adapt(db: SqlDatabase, onRing: () => void): Db {
  return {
    async executeSql(text, values = []) {
      if (values.length > 0) return { rows: [...(await db.query(text, values))] };
      const [, body] = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/.exec(text) ?? [];
      const run = (session: Pick<SqlDatabase, "exec" | "query">, sql: string) =>
        session.exec ? session.exec(sql) : session.query(sql);
      return {
        rows: [...(body === undefined ? await run(db, text) : await db.transaction((session) => run(session, body)))],
      };
    },
    ...(db.listen && {
      async listen(channel: string, onNotification: (payload: string) => void, onReconnect: () => void) {
        const hear = (payload: string) => {
          onNotification(payload);
          onRing();
        };
        const gap = () => {
          onReconnect();
          onRing();
        };
        const close = await db.listen?.(channel, hear, gap);
        onReconnect();
        return { close: async () => close?.() };
      },
    }),
  };
}
