import { abortedError, type Backend, type Path } from "@holdall/tool-core";
import { originOf } from "./guarded-backend.ts";
import { keyOf } from "./paths/path-key.ts";

const queues = new WeakMap<Backend, Map<string, Promise<void>>>();

/**
 * Run a task with a lock on files. Tasks on the same files run one after the other, in the order of their calls, for every
 * spelling of a path. The lock is shared by all tools and sessions over one backend. A task whose signal aborts while it waits
 * does not run.
 */
export async function withFileLock<T>(
  {
    backend,
    paths,
    signal,
  }: { readonly backend: Backend; readonly paths: readonly Path[]; readonly signal: AbortSignal },
  task: () => Promise<T>,
): Promise<T> {
  const waiting = queueOf(backend);
  const keys = [...new Set(paths.map((path) => keyOf(backend, path)))];
  const before = keys.flatMap((key) => waiting.get(key) ?? []);
  const { promise: own, resolve: end } = Promise.withResolvers<void>();
  const done = before.length === 0 ? own : Promise.all(before).then(() => own);
  for (const key of keys) waiting.set(key, done);
  try {
    if (before.length > 0) await unlessAborted(Promise.all(before), signal);
    return await task();
  } finally {
    end();
    void done.then(() => {
      for (const key of keys) if (waiting.get(key) === done) waiting.delete(key);
    });
  }
}

/** Waits for the tasks that hold or wait for a lock now: on some files, or on any. Undefined if there are none. */
export function pendingWrites({
  backend,
  paths,
  signal,
}: {
  readonly backend: Backend;
  readonly paths: readonly Path[] | undefined;
  readonly signal: AbortSignal;
}): Promise<void> | undefined {
  const waiting = queueOf(backend);
  const tasks = paths ? paths.flatMap((path) => waiting.get(keyOf(backend, path)) ?? []) : [...waiting.values()];
  return tasks.length === 0 ? undefined : unlessAborted(Promise.all(tasks), signal);
}

function queueOf(view: Backend): Map<string, Promise<void>> {
  const backend = originOf(view);
  const known = queues.get(backend);
  if (known) return known;
  const fresh = new Map<string, Promise<void>>();
  queues.set(backend, fresh);
  return fresh;
}

async function unlessAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw abortedError(signal.reason);
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(abortedError(signal.reason));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** How often a change is planned again because another process wrote in between. */
const maxAttempts = 8;

/** Run a read-modify-write step again while another writer changes the file in between. */
export async function retryOnConflict<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt === maxAttempts) throw error.cause;
    }
  }
}

/** A compare-and-swap write that lost against another writer. */
export class WriteConflict extends Error {
  override readonly cause: unknown;
  constructor(cause: unknown) {
    super("another writer changed the file");
    this.cause = cause;
  }
}
