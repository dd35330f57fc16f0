import type { Json, Path } from "@holdall/tool-core";
import type { FileHistory, HistoryEntry, HistoryStep } from "../file-history.ts";
import { fromBase64, toBase64 } from "../text/base64.ts";

/** The journal as JSON, with content as base64. */
export function snapshotHistory({ entries, dropped, count, size }: FileHistory): Json {
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
export function restoreHistory(json: Json): FileHistory {
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
