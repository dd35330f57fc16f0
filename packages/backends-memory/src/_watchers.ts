import type { Path } from "@holdall/tool-core";
import { type Change, changeSeenFrom, channel } from "@holdall/tool-kit/backends";

/** The active watches. A watch reports changes from its creation on, not from its first `next`. */
export function createWatchers() {
  const listeners = new Set<(change: Change) => void>();
  return {
    tell(path: Path, kind: Change["kind"]): void {
      for (const listener of listeners) listener({ path, kind });
    },

    watch: (path: Path, signal: AbortSignal): AsyncIterable<Change> =>
      channel<Change>(signal, ({ push }) => {
        const listener = (change: Change) => {
          const seen = changeSeenFrom(path, change);
          if (seen) push(seen);
        };
        listeners.add(listener);
        return () => listeners.delete(listener);
      }),
  };
}
