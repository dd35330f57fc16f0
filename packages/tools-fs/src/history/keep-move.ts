import type { Backend, Path, Stat } from "@holdall/tool-core";
import { isResolvedLink } from "../access/resolved-paths.ts";
import { showPath } from "../access/show-path.ts";
import { type CallRecord, folderStep, type HistoryLimits, type HistoryStep } from "../file-history.ts";
import { hashNames } from "./hash-names.ts";
import { keepContent } from "./keep.ts";
import { missingFolders } from "./made-folders.ts";

interface Moving {
  readonly from: Path;
  readonly to: Path;
  /** What the move replaces. */
  readonly there: Stat | null;
  readonly limits: HistoryLimits | undefined;
  readonly signal: AbortSignal;
}

/** Look at what a move is about to change; the answer, asked after the move, is what brings it back. */
export async function keepMove(
  backend: Backend,
  { from, to, there, limits, signal }: Moving,
): Promise<() => Promise<Omit<CallRecord, "tool">>> {
  const source = await backend.stat(from, { signal, version: true });
  const replaced = there ? await keepContent(backend, to, there, { limits, signal }) : {};
  const made = await missingFolders(backend, [to], signal);
  if (isResolvedLink(backend, from))
    return async () => ({ steps: [folderStep(from, to)], made, lost: `${showPath(from)} was a link` });
  return async () => {
    if (source?.kind === "directory") {
      const names = await hashNames(backend, to, signal);
      const lost = names === null ? "it moved more files than are kept" : undefined;
      return { steps: [folderStep(from, to, names ?? 0)], made, lost };
    }
    const after = (await backend.stat(to, { signal, version: true }))?.version ?? null;
    const step: HistoryStep = { from, to, before: source?.version ?? null, after, splices: [], undone: false };
    return { ...replaced, steps: [step, ...(replaced.steps ?? [])], made };
  };
}
