import type { SqlDatabase, SqlSession } from "./port/index.ts";

/** A database that awaits a tap before and after each statement. */
export function tappedDatabase(db: SqlDatabase, tap: () => Promise<void> | undefined): SqlDatabase {
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    await tap();
    const result = await work();
    await tap();
    return result;
  };
  const session = (inner: SqlSession): SqlSession => ({
    query: (sql, params, io) => through(() => inner.query(sql, params, io)),
    ...(inner.exec && { exec: (sql) => through(() => (inner.exec as NonNullable<SqlSession["exec"]>)(sql)) }),
  });
  return {
    ...db,
    ...session(db),
    transaction: (work, io) => through(() => db.transaction((inner) => work(inner), io)),
  };
}

/** A database on which any number of engines listen through one connection, since those that were killed never let go of theirs. */
export function listeningOnce(db: SqlDatabase): SqlDatabase {
  const channels = new Map<
    string,
    { readonly listeners: Set<(payload: string) => void>; readonly ready: Promise<unknown> }
  >();
  return {
    ...db,
    async listen(channel, onPayload) {
      const listeners = channels.get(channel)?.listeners ?? new Set();
      const hear = (payload: string) => {
        for (const listener of listeners) listener(payload);
      };
      const ready = channels.get(channel)?.ready ?? db.listen?.(channel, hear, () => {}) ?? Promise.resolve();
      channels.set(channel, { listeners, ready });
      listeners.add(onPayload);
      await ready;
      return async () => void listeners.delete(onPayload);
    },
  };
}
