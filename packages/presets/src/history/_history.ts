import type { CheckpointOptions, Checkpoints, History, KeepOptions } from "@holdall/checkpoints";
import type { Backend, Call, Middleware, Path, ToolContext } from "@holdall/tool-core";
import { type DiskTools, openStore } from "./_disk.ts";

export interface PresetHistory {
  /**
   * A folder on disk that is private to its user: changes are kept there beyond the process. Without it, or if it lies in a
   * root, they are kept in memory.
   */
  readonly folder?: string | undefined;
  /** Bytes up to which the content of a single file is kept; 64 MiB by default, and 10 MiB in memory. */
  readonly maxFileBytes?: number | undefined;
  /** Bytes of the workspace that are kept for commands; 1 GiB by default, and 64 MiB in memory. */
  readonly maxTreeBytes?: number | undefined;
  /** How long sessions stay in `folder`, and how much all of them may take: 30 days and 4 GiB by default. */
  readonly keep?: KeepOptions | undefined;
}

interface HistoryPlace {
  readonly backend: Backend;
  /** Folders that commands can change. */
  readonly roots: readonly Path[];
  /** Absent if the files are not on the disk. */
  readonly disk: DiskTools | undefined;
  /** Whether a call may change what git keeps. */
  readonly reachesKept: (call: Call) => boolean;
}

/** The record of what sessions change. */
export interface SessionHistory {
  readonly middleware: Middleware;
  of(at: Pick<ToolContext, "state" | "sessionId">): Promise<Checkpoints>;
  /** Files that cannot be given back, which a sandbox keeps commands from. */
  unkept(): ReadonlySet<Path>;
}

/** The history of a preset's sessions, which loads with the first call that changes something. */
export function openHistory(options: PresetHistory, place: HistoryPlace): SessionHistory {
  let loaded: Promise<History> | undefined;
  let unkept: () => ReadonlySet<Path> = () => new Set();
  const load = () => {
    loaded ??= create(options, place).then((history) => {
      unkept = history.unkept;
      return history;
    });
    return loaded;
  };
  return {
    async middleware(call, next) {
      const { readOnly, openWorld } = call.tool.hints;
      if (call.dryRun || (readOnly && !openWorld)) return next(call);
      return (await load()).middleware(call, next);
    },
    of: async (at) => (await load()).of(at),
    unkept: () => unkept(),
  };
}

async function create(options: PresetHistory, { backend, roots, disk, reachesKept }: HistoryPlace): Promise<History> {
  const { createHistory } = await import("@holdall/checkpoints");
  const { folder } = options;
  const own: Partial<CheckpointOptions> = disk?.lookAt(roots) ?? {};
  return createHistory({
    ...own,
    workspace: backend,
    roots,
    reachesKept,
    maxFileBytes: options.maxFileBytes ?? (folder === undefined ? undefined : 64 * 1024 * 1024),
    maxTreeBytes: options.maxTreeBytes ?? (folder === undefined ? 64 : 1024) * 1024 * 1024,
    async store() {
      const kept = folder === undefined ? undefined : await openStore(folder, disk ? roots : [], options.keep);
      if (kept) return kept;
      const { memoryBackend } = await import("@holdall/backends-memory");
      return { backend: memoryBackend(), folder: "/history" };
    },
  });
}
