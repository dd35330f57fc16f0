import type { Backend, Path, ToolContext } from "@holdall/tool-core";
import { fileCache } from "../history/file-cache.ts";
import { retryOnConflict, WriteConflict } from "./target.ts";

/**
 * Run a step that reads a file and writes it over the version it read. It is given the file as the session holds it first,
 * which saves a request: where the write goes through, that was the file. Otherwise, and when the step came to no write, it
 * is run on the file as it is, again and again while somebody else is faster.
 */
export async function changeFile<T>(
  backend: Backend,
  path: Path,
  { state, dryRun }: Pick<ToolContext, "state" | "dryRun">,
  step: (backend: Backend) => Promise<T>,
): Promise<T> {
  const files = state(fileCache);
  const progress = { sent: false, done: false };
  const view: Backend = {
    ...backend,
    async read(at, io) {
      const file = await backend.read(at, io);
      files.hold(at, file);
      return file;
    },
    async write(at, bytes, io) {
      progress.sent = true;
      const { version } = await backend.write(at, bytes, io);
      progress.done = true;
      files.hold(at, { bytes, version });
      return { version };
    },
  };
  const held = backend.can.compareAndSwap && !dryRun ? files.get(path) : undefined;
  if (held) {
    try {
      const result = await step({ ...view, read: async () => held });
      if (progress.done) return result;
    } catch (error) {
      if (progress.sent && !(error instanceof WriteConflict)) throw error;
    }
  }
  return retryOnConflict(() => step(view));
}
