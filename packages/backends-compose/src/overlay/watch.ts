import type { Backend, Path } from "@holdall/tool-core";
import { type Change, changeSeenFrom, channel } from "@holdall/tool-kit/backends";
import { mergeArrivals } from "../shared/merge-arrivals.ts";

/** What a watch of an overlay reports: changes in the overlay, and visible changes of the base. */
export function createOverlayWatch(top: Backend, hides: (path: Path) => boolean) {
  const listeners = new Set<(change: Change) => void>();

  const ownChanges = (path: Path, signal: AbortSignal) =>
    channel<Change>(signal, ({ push }) => {
      const listener = (change: Change) => {
        const seen = changeSeenFrom(path, change);
        if (seen) push(seen);
      };
      listeners.add(listener);
      return () => listeners.delete(listener);
    });

  async function* shownChanges(changes: AsyncIterable<Change>): AsyncGenerator<Change> {
    for await (const { path, kind } of changes) {
      if (hides(path)) continue;
      // A folder that the base lost still stands when the overlay has something in it.
      const isLeft = kind === "removed" && (await top.stat(path)) !== null;
      yield { path, kind: isLeft ? "changed" : kind };
    }
  }

  return {
    tell(kind: Change["kind"], ...paths: readonly Path[]): void {
      for (const path of paths) for (const listener of listeners) listener({ path, kind });
    },

    through:
      (watch: NonNullable<Backend["watch"]>): NonNullable<Backend["watch"]> =>
      (path, { signal }) =>
        mergeArrivals<Change>(
          [(stop) => ownChanges(path, stop), (stop) => shownChanges(watch(path, { signal: stop }))],
          signal,
        ),
  };
}
