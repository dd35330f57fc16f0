import type { Path } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import type { EditorFiles } from "./editor-files.ts";

type InQueue = <T>(path: Path, job: () => Promise<T>) => Promise<T>;

const queues = new WeakMap<EditorFiles, InQueue>();

/** Runs the writes of one file through one editor after another, whichever backend makes them: the protocol has no conditional write. */
export function queueOf(editor: EditorFiles): InQueue {
  const made = queues.get(editor) ?? createPathQueue();
  queues.set(editor, made);
  return made;
}

function createPathQueue(): InQueue {
  const waiting = new Map<Path, { readonly run: ReturnType<typeof createSerialQueue>; jobs: number }>();
  return async (path, job) => {
    const queue = waiting.get(path) ?? { run: createSerialQueue(), jobs: 0 };
    waiting.set(path, queue);
    queue.jobs++;
    try {
      return await queue.run(job);
    } finally {
      queue.jobs--;
      if (queue.jobs === 0) waiting.delete(path);
    }
  };
}
