import type { Json, Path, StateKey, ToolContext } from "@holdall/tool-core";
import { fromBase64, toBase64 } from "@holdall/tool-kit";
import { changedFiles } from "@holdall/tool-kit/file-tools";
import { bytesDiff, type ReverseSplice, reverseSplices } from "../../history/byte-undo.ts";
import type { FileState } from "../../history/change-set.ts";
import { group } from "../../text/lines.ts";
import type { ByteSplice } from "../../text/write.ts";

/** Limits of the changes that a session stores for undo. The oldest are dropped first. */
export interface HistoryLimits {
  /** Calls. 500 by default. */
  readonly changes?: number | undefined;
  /** Bytes of replaced and deleted content, 16 MB by default. A larger single change is not stored. */
  readonly bytes?: number | undefined;
}

/** One file of a change: created (`from` null), deleted (`to` null), moved, or changed where it is. */
export interface HistoryStep {
  readonly from: Path | null;
  readonly to: Path | null;
  /** Versions of the content before and after; null for none. */
  before: string | null;
  after: string | null;
  /** The data that restores the previous content; null if it was too large to store. */
  readonly splices: readonly ReverseSplice[] | null;
  /** A folder: empty when it was made or deleted; when it was moved, a hash of the names in it. */
  readonly folder?: number;
  /** Permission bits of a file that was deleted, where the storage has them. */
  readonly mode?: number;
  undone: boolean;
}

/** The changes of one call. */
export interface HistoryEntry {
  readonly id: string;
  readonly callId: string;
  readonly tool: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Takes another change back, or does it again. */
  readonly kind: "change" | "undo";
  readonly steps: readonly HistoryStep[];
  /** Folders that were made on the way. */
  readonly made: readonly Path[];
  /** Stored bytes for it. */
  readonly size: number;
  /** Why it cannot be undone. */
  readonly lost?: string | undefined;
}

/** The changes of a session, oldest first. */
export interface FileHistory {
  readonly entries: HistoryEntry[];
  /** Changes that were dropped to keep within the limits. */
  dropped: number;
  /** Changes counted so far, for their ids. */
  count: number;
  /** Stored bytes. */
  size: number;
}

/** The session's journal of its own file changes. */
export const fileHistory: StateKey<FileHistory> = {
  name: "fs.history",
  create: () => ({ entries: [], dropped: 0, count: 0, size: 0 }),
  snapshot: snapshotHistory,
  restore: restoreHistory,
};

/** One file of a call, as the tool that changed it knows it. */
export interface Recorded {
  readonly from: Path | null;
  readonly to: Path | null;
  readonly before: FileState | null;
  readonly after: FileState | null;
  readonly mode?: number | undefined;
  /** What was replaced in `before`, where the tool knows it; worked out otherwise. */
  readonly splices?: readonly ByteSplice[] | undefined;
}

export interface CallRecord {
  readonly tool: string;
  readonly files?: readonly Recorded[] | undefined;
  /** Steps without content: folders, and files that were moved. */
  readonly steps?: readonly HistoryStep[] | undefined;
  readonly kind?: HistoryEntry["kind"];
  readonly made?: readonly Path[];
  readonly lost?: string | undefined;
}

export const defaultHistory = { changes: 500, bytes: 16 * 1024 * 1024 } as const;

/** Bytes that a step counts beside its content. */
export const STEP_SIZE = 200;

/** Note what a call has changed. Every tool that changes files calls this, once, when all is done. */
export function recordCall(
  ctx: Pick<ToolContext, "callId" | "state">,
  limits: HistoryLimits | undefined,
  call: CallRecord,
): HistoryEntry {
  const { changes = defaultHistory.changes, bytes = defaultHistory.bytes } = limits ?? {};
  const history = ctx.state(fileHistory);
  const { tool, files = [], kind = "change", made = [] } = call;
  noteChanged(ctx, files);
  const steps = [...(call.steps ?? []), ...files.map(stepOf)];
  const size = steps.reduce((sum, step) => sum + sizeOf(step), 0);
  const tooLarge = size > bytes;
  const entry: HistoryEntry = {
    id: `c${++history.count}`,
    callId: ctx.callId,
    tool,
    at: Date.now(),
    kind,
    steps: tooLarge ? steps.map((step) => ({ ...step, splices: null })) : steps,
    made,
    size: tooLarge ? 0 : size,
    lost: tooLarge ? `${group(size)} bytes exceed the undo limit` : call.lost,
  };
  history.entries.push(entry);
  history.size += entry.size;
  trim(history, { changes, bytes });
  return entry;
}

/** A file that moved is gone from one place and new in another. */
function noteChanged({ state }: Pick<ToolContext, "state">, files: readonly Recorded[]): void {
  if (files.length === 0) return;
  const changed = state(changedFiles);
  for (const { from, to, before } of files) {
    if (from !== null) changed.note(from, before?.bytes ?? null);
    if (to !== null && to !== from) changed.note(to, null);
  }
}

function trim(history: FileHistory, { changes, bytes }: { readonly changes: number; readonly bytes: number }): void {
  while (history.entries.length > 1 && (history.entries.length > changes || history.size > bytes)) {
    history.size -= history.entries.shift()!.size;
    history.dropped++;
  }
}

function stepOf({ from, to, before, after, mode, splices }: Recorded): HistoryStep {
  const [old, fresh] = [before?.bytes ?? new Uint8Array(), after?.bytes ?? new Uint8Array()];
  const whole = { start: 0, end: old.length, bytes: fresh };
  const forward = from === null || to === null ? [whole] : (splices ?? bytesDiff(old, fresh));
  return {
    from,
    to,
    before: before?.version ?? null,
    after: after?.version ?? null,
    splices: reverseSplices(old, forward, fresh),
    ...(mode !== undefined && { mode }),
    undone: false,
  };
}

/** The step of a folder that was made, deleted or moved; `names` is the hash of what lay in one that was moved. */
export const folderStep = (from: Path | null, to: Path | null, names = 0): HistoryStep => ({
  from,
  to,
  before: null,
  after: null,
  splices: [],
  folder: names,
  undone: false,
});

const sizeOf = ({ splices }: HistoryStep): number =>
  (splices ?? []).reduce((sum, { old, head, tail }) => sum + old.length + head.length + tail.length, STEP_SIZE);

/** Content that came back has a new version on some backends; the changes before it left that content all the same. */
export function renumber(history: FileHistory, path: Path, old: string | null, version: string | null): void {
  if (old === null || version === null || old === version) return;
  for (const { steps } of history.entries)
    for (const step of steps) if (step.to === path && step.after === old) step.after = version;
}

/** The journal as JSON, with content as base64. */
function snapshotHistory({ entries, dropped, count, size }: FileHistory): Json {
  return {
    dropped,
    count,
    size,
    entries: entries.map(({ steps, lost, ...entry }) => ({
      ...entry,
      lost: lost ?? null,
      steps: steps.map(({ splices, folder, ...step }) => ({
        ...step,
        folder: folder ?? null,
        splices:
          splices?.map(({ old, head, tail, ...splice }) => ({
            ...splice,
            old: toBase64(old),
            head: toBase64(head),
            tail: toBase64(tail),
          })) ?? null,
      })),
    })),
  };
}

interface SavedHistory extends Omit<FileHistory, "entries"> {
  readonly entries: readonly (Omit<HistoryEntry, "steps" | "lost"> & {
    readonly lost: string | null;
    readonly steps: readonly SavedStep[];
  })[];
}

interface SavedStep extends Omit<HistoryStep, "splices" | "folder"> {
  readonly from: Path | null;
  readonly folder: number | null;
  readonly splices:
    | readonly {
        readonly start: number;
        readonly length: number;
        readonly rest: number;
        readonly hash: number;
        readonly old: string;
        readonly head: string;
        readonly tail: string;
      }[]
    | null;
}

/** The journal from its snapshot. */
function restoreHistory(json: Json): FileHistory {
  const { entries, dropped, count, size } = json as unknown as SavedHistory;
  return {
    dropped,
    count,
    size,
    entries: entries.map(({ lost, ...entry }) => ({
      ...entry,
      lost: lost ?? undefined,
      steps: entry.steps.map(({ folder, splices, ...step }) => ({
        ...step,
        ...(folder !== null && { folder }),
        splices:
          splices?.map((splice) => ({
            ...splice,
            old: fromBase64(splice.old),
            head: fromBase64(splice.head),
            tail: fromBase64(splice.tail),
          })) ?? null,
      })),
    })),
  };
}
