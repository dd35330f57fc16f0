import { type Backend, basename, joinPath, type Path, ToolError } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-core/backend-errors";
import { createSerialQueue } from "@holdall/tool-core/serial-queue";
import { sha256 } from "./blob-store.ts";
import type { CheckpointRecord, OpenSegment } from "./record.ts";

/** The checkpoints of one session and the log since the last, in memory and in the store. */
export interface SessionLog {
  readonly folder: Path;
  readonly records: CheckpointRecord[];
  readonly open: OpenSegment;
  /** Change the open segment; it is in the store when this resolves. Throws `stale` when another process wrote it. */
  update(change: (open: OpenSegment) => OpenSegment): Promise<void>;
  /** Turn the open segment into a checkpoint. */
  seal(make: (open: OpenSegment) => Promise<CheckpointRecord>): Promise<CheckpointRecord>;
}

const empty = (after: string | null): OpenSegment => ({
  version: 1,
  after,
  changes: [],
  notKept: [],
  cannotUndo: [],
  pending: [],
  commands: [],
  restored: [],
});

/** Names that are safe as they are stay readable; others become a hash. */
export const sessionFolder = async (folder: Path, sessionId: string): Promise<Path> =>
  joinPath(
    folder,
    `sessions/${/^[\w-]{1,64}$/.test(sessionId) ? sessionId : await sha256(new TextEncoder().encode(sessionId))}`,
  );

export async function loadSessionLog(backend: Backend, folder: Path): Promise<SessionLog> {
  const records = await loadRecords(backend, folder);
  const openPath = joinPath(folder, "open.json");
  const stored = await readJson<OpenSegment>(backend, openPath);
  const last = () => records.at(-1)?.id ?? null;
  let open = stored && stored.value.after === last() ? stored.value : empty(last());
  let version = stored?.version ?? null;
  const inTurn = createSerialQueue();

  async function save(next: OpenSegment): Promise<void> {
    version = await writeJson(backend, openPath, next, version);
    open = next;
  }

  return {
    folder,
    records,
    get open() {
      return open;
    },
    update: (change) => inTurn(() => save(change(open))),
    seal: (make) =>
      inTurn(async () => {
        const record = await make(open);
        await writeJson(backend, recordPath(folder, record.number), record, null);
        records.push(record);
        await save({ ...empty(record.id), pending: open.pending, commands: open.commands });
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

export const recordPath = (folder: Path, number: number): Path =>
  joinPath(folder, `${String(number).padStart(6, "0")}.json`);

interface Stored<T> {
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
  throw new ToolError("parse_error", `${path} is not a file of checkpoints of this version.`, {
    hint: "Restore the file from a backup, or remove it and lose what it holds.",
    data: { path },
    cause,
  });
}

/** Throws `stale` when somebody else has written the file since. */
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
      hint: "Let one process at a time keep checkpoints of a session; open them again to go on.",
      data: { path },
      cause,
    });
  }
}
