import { type Backend, joinPath, type Path, ToolError, toPath } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { LockOwner } from "./_lock.ts";

export interface SharedTasksOptions {
  readonly backend: Backend;
  /** The folder of the tasks: one file each. It may be that of the sessions. */
  readonly folder: string;
  /** Identifies this process in tasks, so that others continue those of a killed one at once. */
  readonly owner?: LockOwner | undefined;
  /** Milliseconds for which tasks are kept; a day by default. */
  readonly ttl?: number | undefined;
}

/** The part of a task that its store reads. */
interface StoredTask {
  readonly taskId: string;
}

/** Milliseconds between two removals of files whose time has passed. */
const cleanEvery = 600_000;
/** How often a change is tried while other processes change the same task. */
const attempts = 100;

/**
 * Tasks of an MCP server in files of a backend, for `tasks: { store }` of `@holdall/mcp`: any process reads and changes them.
 * Throws `unsupported` for a backend without compare-and-set.
 */
export function sharedTasks<T extends StoredTask>({ backend, folder, owner, ttl = 86_400_000 }: SharedTasksOptions) {
  if (!backend.can.compareAndSwap) {
    throw new ToolError("unsupported", `${backend.name} cannot detect whether another process has changed a task.`, {
      hint: "Store tasks on a backend with compare-and-set: the disk, SQL, or an object store with conditions.",
    });
  }
  const place = toPath(folder);
  let cleaned = 0;
  const pathOf = async (taskId: string): Promise<Path> =>
    joinPath(place, `${expiryIn(taskId)}-${await sha256Hex(taskId)}.task.json`);

  async function load(path: Path): Promise<{ task: T; version: string } | undefined> {
    const found = await unlessMissing(backend.read(path));
    if (!found) return undefined;
    try {
      return { task: JSON.parse(new TextDecoder().decode(found.bytes)) as T, version: found.version };
    } catch (cause) {
      throw new ToolError("parse_error", `${path} is not a task.`, { hint: "Delete this file.", cause });
    }
  }

  const save = (path: Path, task: T, ifVersion: string | null) =>
    backend.write(path, new TextEncoder().encode(JSON.stringify(task)), { ifVersion });

  async function clean(): Promise<void> {
    if (Date.now() - cleaned < cleanEvery) return;
    cleaned = Date.now();
    for await (const { path } of backend.list(place)) {
      const [, expiry] = taskFile.exec(path) ?? [];
      if (expiry === undefined || Number.parseInt(expiry, 36) > Date.now()) continue;
      await unlessMissing(backend.remove(path));
    }
  }

  return {
    holder: owner?.newName() ?? crypto.randomUUID(),
    isShared: true,
    ttl,
    isGone: (holder: string) => owner?.isGone(holder) ?? false,
    async create(task: T): Promise<void> {
      await save(await pathOf(task.taskId), task, null);
      await clean();
    },
    async read(taskId: string): Promise<T | undefined> {
      return (await load(await pathOf(taskId)))?.task;
    },
    async change(taskId: string, edit: (task: T) => T): Promise<T | undefined> {
      const path = await pathOf(taskId);
      for (let attempt = 1; ; attempt++) {
        const found = await load(path);
        if (!found) return undefined;
        const changed = edit(found.task);
        if (changed === found.task) return changed;
        try {
          await save(path, changed, found.version);
          return changed;
        } catch (error) {
          if (attempt === attempts || !ToolError.is(error) || !["stale", "not_found"].includes(error.code)) throw error;
          // Processes that met once would meet again and again.
          await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(attempt, 20)));
        }
      }
    },
    async remove(taskId: string): Promise<void> {
      await unlessMissing(backend.remove(await pathOf(taskId)));
    },
  };
}

const taskFile = /(?:^|\/)([\da-z]{1,10})-[\da-f]{64}\.task\.json$/;

/** True for the file name of a task. */
export const isTaskFile = (name: string): boolean => taskFile.test(name) && !name.includes("/");

/** The part of an id that says when its task may be removed; 0 for ids of other kinds, which are not kept. */
const expiryIn = (taskId: string): string => /^task_([\da-z]{1,10})_/.exec(taskId)?.[1] ?? "0";
