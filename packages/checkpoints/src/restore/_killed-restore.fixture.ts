import { nodeBackend } from "@holdall/backends-node";
import { type Backend, joinPath, toPath } from "@holdall/tool-core";
import { openCheckpoints } from "../open-checkpoints.ts";

// A process that restores a checkpoint and kills itself, as `kill -9` does, before or after its n-th operation that writes.
const [, , folder = "", id = "", at = "1", when = "before"] = process.argv;
let count = 0;
const counted = async <T>(run: () => Promise<T>): Promise<T> => {
  const isLast = ++count === Number(at);
  if (isLast && when === "before") process.kill(process.pid, "SIGKILL");
  const result = await run();
  if (isLast) process.kill(process.pid, "SIGKILL");
  return result;
};
const inner = nodeBackend({ roots: folder });
const backend: Backend = {
  ...inner,
  write: (...args) => counted(() => inner.write(...args)),
  remove: (...args) => counted(() => inner.remove(...args)),
};
const checkpoints = await openCheckpoints({
  workspace: backend,
  roots: [joinPath(toPath(folder), "ws")],
  store: { backend, folder: `${folder}/checkpoints` },
  sessionId: "one",
});
await checkpoints.restore(await checkpoints.plan(id));
