import type { Path } from "@holdall/tool-core";
import { channel } from "@holdall/tool-kit/backends";
import { fromErrno } from "../_errors.ts";
import type { OpenFolder } from "../paths/_folder.ts";
import type { PathGuard } from "../paths/_path-guard.ts";
import { type Change, watchTree } from "./_watch-tree.ts";

/** Changes at or below a path, from this moment on, by any process, until the signal aborts. */
export function watch(
  guard: PathGuard,
  openFolder: OpenFolder,
  path: Path,
  signal: AbortSignal,
): AsyncIterable<Change> {
  return channel<Change>(signal, ({ push, fail }) => {
    let close = () => {};
    const stopAndFail = (error: unknown) => {
      close();
      fail(fromErrno(error, path));
    };
    try {
      close = watchTree(guard, openFolder, path, push, stopAndFail);
    } catch (error) {
      stopAndFail(error);
    }
    return () => close();
  });
}
