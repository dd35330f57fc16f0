import { type Backend, basename, joinPath, type Path, ToolError } from "@holdall/tool-core";
import { createSerialQueue, sha256Hex } from "@holdall/tool-kit";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { CheckpointRecord, OpenSegment } from "./record.ts";

/** The checkpoints of one session and the log since the last, in memory and in the store. */
export interface SessionLog {
  readonly folder: Path;
  readonly records: CheckpointRecord[];
  readonly open: OpenSegment;
  /** Change the open segment; it is in the store when this resolves. Throws `stale` when another process wrote it. */
  update(change: (open: OpenSegment) => OpenSegment): Promise<void>;
  /**
   * Change it, and store it within a moment, or as part of what is stored next. Killed before, the process leaves it as it
   * was. What goes wrong is thrown by the next `update`.
   */
  updateSoon(change: (open: OpenSegment) => OpenSegment): void;
  /** Turn the open segment into a checkpoint. */
  seal(make: (open: OpenSegment) => Promise<CheckpointRecord>): Promise<CheckpointRecord>;
}

const empty = (after: string | null): OpenSegment => ({
  version: 1,
  after,
  calls: [],
  changes: [],
  notKept: [],
  cannotUndo: [],
  pending: [],
  commands: [],
  restored: [],
});

/** Names that are safe as they are stay readable; others become a hash. */
export const sessionFolder = async (folder: Path, sessionId: string): Promise<Path> =>
  joinPath(folder, `sessions/${/^[\w-]{1,64}$/.test(sessionId) ? sessionId : await sha256Hex(sessionId)}`);

export async function loadSessionLog(backend: Backend, folder: Path): Promise<SessionLog> {
  const records = await loadRecords(backend, folder);
  const stored = await readJson<OpenSegment>(backend, openPath(folder));
  const last = () => records.at(-1)?.id ?? null;
  let open = stored && stored.value.after === last() ? stored.value : empty(last());
  let version = stored?.version ?? null;
  const enqueue = createSerialQueue();

  /** Milliseconds that a change may wait for the next. */
  const delay = 20;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failed: unknown;

  async function save(next: OpenSegment): Promise<void> {
    clearTimeout(timer);
    if (failed !== undefined) throw failed;
    open = next;
    version = await writeJson(backend, openPath(folder), next, version);
  }

  return {
    folder,
    records,
    get open() {
      return open;
    },
    update: (change) => enqueue(() => save(change(open))),
    updateSoon(change) {
      open = change(open);
      clearTimeout(timer);
      const store = () =>
        enqueue(() => save(open)).catch((error: unknown) => {
          failed = error;
        });
      timer = setTimeout(store, delay);
    },
    seal: (make) =>
      enqueue(async () => {
        const record = await make(open);
        await writeJson(backend, recordPath(folder, record.number), record, null);
        clearTimeout(timer);
        records.push(record);
        const { pending, commands } = open;
        open = { ...empty(record.id), pending, commands };
        // What is in the store follows another checkpoint now, and counts for nothing.
        if (pending.length > 0 || commands.length > 0) await save(open);
        return record;
      }),
  };
}

export async function loadRecords(backend: Backend, folder: Path): Promise<CheckpointRecord[]> {
  const paths: Path[] = [];
  if ((await backend.stat(folder))?.kind === "directory")
    for await (const { path } of backend.list(folder)) if (/^\d{6}\.json$/.test(basename(path))) paths.push(path);
  const found = await Promise.all(paths.map((path) => readJson<CheckpointRecord>(backend, path)));
  return found.flatMap((each) => each?.value ?? []).sort((a, b) => a.number - b.number);
}

/** Where the log since the last checkpoint is. */
export const openPath = (folder: Path): Path => joinPath(folder, "open.json");

export const recordPath = (folder: Path, number: number): Path =>
  joinPath(folder, `${String(number).padStart(6, "0")}.json`);

export interface Stored<T> {
  readonly value: T;
  readonly version: string;
}

/** Throws `parse_error` for what is not a file of this version. */
export async function readJson<T extends { readonly version: 1 }>(
  backend: Backend,
  path: Path,
): Promise<Stored<T> | undefined> {
  const found = await unlessMissing(backend.read(path));
  if (!found) return undefined;
  let cause: unknown;
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(found.bytes)) as T;
    if (value.version === 1) return { value, version: found.version };
  } catch (error) {
    cause = error;
  }
  throw new ToolError("parse_error", `${path} is not a checkpoint file of this version.`, {
    hint: "Restore the file from a backup, or remove it and lose its checkpoints.",
    data: { path },
    cause,
  });
}

/** Throws `stale` if another process has written the file since. */
export async function writeJson(
  backend: Backend,
  path: Path,
  value: object,
  ifVersion: string | null,
): Promise<string> {
  try {
    return (await backend.write(path, new TextEncoder().encode(JSON.stringify(value)), { ifVersion })).version;
  } catch (cause) {
    if (!ToolError.is(cause) || !["stale", "already_exists", "not_found"].includes(cause.code)) throw cause;
    throw new ToolError("stale", `${path} was written by another process.`, {
      hint: "Only one process at a time can write checkpoints of a session; open them again to continue.",
      data: { path },
      cause,
    });
  }
}
