import type { Path } from "@holdall/tool-core";
import { fromErrno } from "./_errors.ts";
import type { OpenFolder } from "./_folder.ts";
import type { PathGuard } from "./_path-guard.ts";
import { type Change, watchTree } from "./_watch-tree.ts";

/** Changes at or below a path, from this moment on, whoever makes them, until the signal aborts. */
export function watch(
  guard: PathGuard,
  openFolder: OpenFolder,
  path: Path,
  signal: AbortSignal,
): AsyncIterable<Change> {
  const queue: Change[] = [];
  let failure: unknown;
  let wake = () => {};
  let close = () => {};

  const stop = () => {
    close();
    wake();
  };
  const fail = (error: unknown) => {
    failure = fromErrno(error, path);
    stop();
  };
  const tell = (change: Change) => {
    queue.push(change);
    wake();
  };

  if (!signal.aborted) {
    signal.addEventListener("abort", stop, { once: true });
    try {
      close = watchTree(guard, openFolder, path, tell, fail);
    } catch (error) {
      fail(error);
    }
  }

  return (async function* () {
    try {
      while (!signal.aborted) {
        const change = queue.shift();
        if (change) yield change;
        else if (failure !== undefined) throw failure;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      signal.removeEventListener("abort", stop);
      stop();
    }
  })();
}
