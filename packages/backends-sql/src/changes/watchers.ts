import type { SqlDatabase } from "@holdall/durable/port";
import { type Path, toPath } from "@holdall/tool-core";
import { type Change, changeSeenFrom, channel } from "@holdall/tool-kit/backends";
import { fromSql } from "../files/errors.ts";

interface Listener {
  hear(change: Change): void;
  /** Something may have been missed: all that is watched counts as changed. */
  missed(): void;
  fail(error: unknown): void;
}

/** All watches of a backend, on one connection that lasts as long as there is a watch. */
export function createWatchers(listen: NonNullable<SqlDatabase["listen"]>, topic: string) {
  const listeners = new Set<Listener>();
  let listening: Promise<() => Promise<void>> | undefined;

  const tell = (payload: string) => {
    const change: Change = { path: toPath(payload.slice(1)), kind: payload[0] === "+" ? "changed" : "removed" };
    for (const listener of listeners) listener.hear(change);
  };

  const tellOfGap = () => {
    for (const listener of listeners) listener.missed();
  };

  const start = async (): Promise<() => Promise<void>> => {
    try {
      return await listen(topic, tell, tellOfGap);
    } catch (error) {
      for (const listener of listeners) listener.fail(error);
      listening = undefined;
      return async () => {};
    }
  };

  const leave = async (listener: Listener) => {
    listeners.delete(listener);
    if (listeners.size > 0 || !listening) return;
    const stop = listening;
    listening = undefined;
    await (await stop)();
  };

  return {
    /** Resolves when every requested watch is active, so that it reports the next change. */
    ready: async (): Promise<void> => {
      await listening;
    },

    watch: (path: Path, signal: AbortSignal): AsyncIterable<Change> =>
      channel<Change>(signal, ({ push, fail }) => {
        const listener: Listener = {
          hear(change) {
            const seen = changeSeenFrom(path, change);
            if (seen) push(seen);
          },
          missed: () => push({ path, kind: "changed" }),
          fail: (error) => fail(fromSql(error, path)),
        };
        listeners.add(listener);
        listening ??= start();
        return () => void leave(listener).catch(() => {});
      }),

    async close(): Promise<void> {
      const stop = listening;
      listening = undefined;
      await (await stop)?.();
    },
  };
}
