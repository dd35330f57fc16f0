import { isWithin, type Path } from "@holdall/tool-core";

interface Change {
  readonly path: Path;
  readonly kind: "changed" | "removed";
}

/** Who watches what. A watch hears from the moment it is asked for, not from its first `next`. */
export function createWatchers() {
  const listeners = new Set<(change: Change) => void>();
  return {
    tell(path: Path, kind: Change["kind"]): void {
      for (const listener of listeners) listener({ path, kind });
    },

    watch(path: Path, signal: AbortSignal): AsyncIterable<Change> {
      const queue: Change[] = [];
      let wake = () => {};
      const listener = (change: Change) => {
        if (isWithin(change.path, path)) queue.push(change);
        else if (change.kind === "removed" && isWithin(path, change.path)) queue.push({ path, kind: "removed" });
        wake();
      };
      const stop = () => {
        listeners.delete(listener);
        wake();
      };
      if (!signal.aborted) listeners.add(listener);
      signal.addEventListener("abort", stop, { once: true });
      return (async function* () {
        try {
          while (!signal.aborted) {
            const change = queue.shift();
            if (change) yield change;
            else await new Promise<void>((resolve) => (wake = resolve));
          }
        } finally {
          signal.removeEventListener("abort", stop);
          stop();
        }
      })();
    },
  };
}
