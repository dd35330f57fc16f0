import { isWithin, type Path, toPath } from "@holdall/tool-core";
import { fromSql } from "./_errors.ts";
import type { SqlDatabase } from "./sql-database.ts";

interface Change {
  readonly path: Path;
  readonly kind: "changed" | "removed";
}

interface Listener {
  hear(change: Change): void;
  /** Something may have been missed: all that is watched counts as changed. */
  missed(): void;
  fail(error: unknown): void;
}

/** All watches of a backend, on one connection that lasts as long as there is a watch. */
export function createWatchers(listen: NonNullable<SqlDatabase["listen"]>, channel: string) {
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
      return await listen(channel, tell, tellOfGap);
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
    /** Resolves when every watch that was asked for hears, so that it hears of what is changed next. */
    ready: async (): Promise<void> => {
      await listening;
    },

    watch(path: Path, signal: AbortSignal): AsyncIterable<Change> {
      const queue: Change[] = [];
      let failed: { readonly error: unknown } | undefined;
      let wake = () => {};
      const push = (change: Change) => {
        queue.push(change);
        wake();
      };
      const listener: Listener = {
        hear(change) {
          if (isWithin(change.path, path)) push(change);
          else if (change.kind === "removed" && isWithin(path, change.path)) push({ path, kind: "removed" });
        },
        missed: () => push({ path, kind: "changed" }),
        fail(error) {
          failed = { error: fromSql(error, path) };
          wake();
        },
      };
      const stop = () => {
        signal.removeEventListener("abort", stop);
        wake();
        leave(listener).catch(() => {});
      };
      if (!signal.aborted) {
        listeners.add(listener);
        listening ??= start();
        signal.addEventListener("abort", stop);
      }
      return (async function* () {
        try {
          while (!signal.aborted) {
            const change = queue.shift();
            if (change) yield change;
            else if (failed) throw failed.error;
            else await new Promise<void>((resolve) => (wake = resolve));
          }
        } finally {
          stop();
        }
      })();
    },

    async close(): Promise<void> {
      const stop = listening;
      listening = undefined;
      await (await stop)?.();
    },
  };
}
