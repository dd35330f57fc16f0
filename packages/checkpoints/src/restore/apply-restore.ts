import { type Backend, joinPath, type Path, ToolError } from "@holdall/tool-core";
import type { RestoreJournal, RestoreStep } from "../store/record.ts";
import { readJson, writeJson } from "../store/session-log.ts";
import { entryAt, hasRealFolder } from "../tree/entry-at.ts";
import { type State, sameState } from "../tree/file-state.ts";
import { removeThere, writeThere } from "../tree/put-state.ts";
import { type ReadStateOptions, readState } from "../tree/read-state.ts";

export interface ApplyOptions {
  readonly reading: Omit<ReadStateOptions, "signal">;
}

export interface Applied {
  /** What is now as the steps want it. */
  readonly done: readonly RestoreStep[];
  /** Left alone: neither as before nor as wanted, because others changed it meanwhile. */
  readonly left: readonly Path[];
}

export const journalPath = (folder: Path): Path => joinPath(folder, "restore.json");

/** The restore that was begun and has not ended, if any. */
export const readJournal = (store: Backend, folder: Path) => readJson<RestoreJournal>(store, journalPath(folder));

export async function writeJournal(
  store: Backend,
  folder: Path,
  journal: RestoreJournal,
  ifVersion: string | null,
): Promise<string> {
  return writeJson(store, journalPath(folder), journal, ifVersion);
}

/** Steps in an order in which each can be done: what goes, deepest first; then what comes, outermost first. */
export function orderSteps(steps: readonly RestoreStep[]): RestoreStep[] {
  const goes = (step: RestoreStep) => step.to === null || isReplaced(step);
  const deepest = (a: RestoreStep, b: RestoreStep) => (a.path < b.path ? 1 : -1);
  return [...steps.filter(goes).sort(deepest), ...steps.filter((step) => !goes(step)).sort((a, b) => deepest(b, a))];
}

/** True when what is there has to go before something else can come: a link is never written through. */
const isReplaced = ({ from, to }: RestoreStep): boolean =>
  from !== null && to !== null && (from.kind !== to.kind || from.kind === "link");

/** Do steps; those that are done already stay, so that this may be called again after it was killed. Each is compared afterwards. */
export async function applySteps(steps: readonly RestoreStep[], options: ApplyOptions): Promise<Applied> {
  const done: RestoreStep[] = [];
  const left: Path[] = [];
  const ordered = orderSteps(steps);
  const outermost = ordered.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const step of outermost) await unlessChanged(() => openFolder(step, options));
  const ready: RestoreStep[] = [];
  for (const step of ordered) if (await makeWay(step, options)) ready.push(step);
  for (const step of ready.toSorted((a, b) => (a.path < b.path ? -1 : 1))) await makeThere(step, options);
  for (const step of outermost.toReversed()) await unlessChanged(() => closeFolder(step, options));
  for (const step of ordered) {
    const now = await readState(step.path, options.reading, false);
    if (sameState(now, step.to)) done.push(step);
    else left.push(step.path);
  }
  return { done, left };
}

/** The bits that the owner of a folder needs to change what is in it. */
const ownerBits = 0o700;

/** Give a folder the bits without which nothing in it can be changed; its own come last. */
async function openFolder({ path, from }: RestoreStep, { reading: { workspace } }: ApplyOptions): Promise<void> {
  if (from?.kind !== "directory" || from.mode === undefined || !workspace.entries) return;
  const isOpen = (from.mode & ownerBits) === ownerBits;
  if (isOpen || (await folderMode(workspace, path)) !== from.mode) return;
  await workspace.entries.setFolderMode(path, from.mode | ownerBits);
}

/** Give a folder the bits that it is to have, unless others gave it different ones. */
async function closeFolder({ path, from, to }: RestoreStep, { reading: { workspace } }: ApplyOptions): Promise<void> {
  if (to?.kind !== "directory" || to.mode === undefined || !workspace.entries) return;
  const mode = await folderMode(workspace, path);
  if (mode === undefined || mode === to.mode) return;
  const was = from?.kind === "directory" ? from.mode : undefined;
  const isOurs = was === undefined || [was, was | ownerBits].includes(mode);
  if (isOurs) await workspace.entries.setFolderMode(path, to.mode);
}

async function folderMode(workspace: Backend, path: Path): Promise<number | undefined> {
  const entry = await entryAt(workspace, path);
  return entry?.kind === "directory" ? entry.mode : undefined;
}

/** Remove an entry. False if another process changed it. */
async function makeWay(step: RestoreStep, { reading }: ApplyOptions): Promise<boolean> {
  const { path, from, to } = step;
  const now = await readState(path, reading, false);
  if (now?.kind === "directory" && to?.kind === "directory") return true;
  if (sameState(now, to)) return true;
  if (now === null) return from === null || isReplaced(step);
  const isFrom = now.kind === "directory" ? from?.kind === "directory" : sameState(now, from);
  if (!isFrom) return false;
  if (to !== null && !isReplaced(step)) return true;
  let removed = false;
  return (
    (await unlessChanged(async () => {
      removed = await removeThere(path, now, reading);
    })) && removed
  );
}

async function makeThere({ path, to }: RestoreStep, { reading }: ApplyOptions): Promise<void> {
  if (to === null || to.kind === "other" || !(await hasRealFolder(reading.workspace, path))) return;
  const now = await readState(path, reading, false);
  if (sameState(now, to) || (now?.kind === "directory" && to.kind === "directory")) return;
  await unlessChanged(() => writeThere(path, now, to, reading));
}

async function unlessChanged(change: () => Promise<void>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (ToolError.is(error) && ["stale", "already_exists", "not_found", "wrong_kind"].includes(error.code))
      return false;
    throw error;
  }
}

/** The same steps the other way round. */
export const reversed = (steps: readonly RestoreStep[]): RestoreStep[] =>
  steps.map(({ path, from, to }) => ({ path, from: to, to: from }));

/** What a restore has done, as changes of the session. */
export const changesOf = (steps: readonly RestoreStep[], id: string) =>
  steps.map(({ path, from, to }): { path: Path; before: State; after: State; callId: string } => ({
    path,
    before: from,
    after: to,
    callId: id,
  }));
