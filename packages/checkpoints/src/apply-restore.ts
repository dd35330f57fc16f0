import { type Backend, joinPath, type Path, ToolError } from "@holdall/tool-core";
import { type FileState, type State, sameState } from "./file-state.ts";
import { type ReadStateOptions, readState } from "./read-state.ts";
import type { RestoreJournal, RestoreStep } from "./record.ts";
import { readJson, writeJson } from "./session-log.ts";

export interface ApplyOptions {
  readonly reading: Omit<ReadStateOptions, "signal">;
  /** Sets the permission bits of a file that is made again. */
  readonly setMode?: ((path: Path, mode: number) => Promise<void>) | undefined;
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
  const goes = ({ from, to }: RestoreStep) => to === null || (from !== null && from.kind !== to.kind);
  const deepest = (a: RestoreStep, b: RestoreStep) => (a.path < b.path ? 1 : -1);
  return [...steps.filter(goes).sort(deepest), ...steps.filter((step) => !goes(step)).sort((a, b) => deepest(b, a))];
}

/** Do steps; those that are done already stay, so that this may be called again after it was killed. Each is compared afterwards. */
export async function applySteps(steps: readonly RestoreStep[], options: ApplyOptions): Promise<Applied> {
  const done: RestoreStep[] = [];
  const left: Path[] = [];
  const ordered = orderSteps(steps);
  for (const step of ordered) if (await makeWay(step, options)) await makeThere(step, options);
  for (const step of ordered) {
    const now = await readState(step.path, options.reading, false);
    if (sameState(now, step.to)) done.push(step);
    else left.push(step.path);
  }
  return { done, left };
}

/** Remove what has to go; false when somebody else changed it. */
async function makeWay({ path, from, to }: RestoreStep, { reading }: ApplyOptions): Promise<boolean> {
  const { workspace } = reading;
  const now = await readState(path, reading, false);
  if (sameState(now, to)) return true;
  const changesKind = from !== null && to !== null && from.kind !== to.kind;
  if (now === null) return from === null || changesKind;
  if (!sameState(now, from)) return false;
  if (to !== null && !changesKind) return true;
  if (now.kind === "directory") {
    for await (const _ of workspace.list(path)) return false;
    await workspace.remove(path, { recursive: true });
    return true;
  }
  return unlessChanged(async () => {
    const version = await versionOf(path, now, reading);
    await workspace.remove(path, { ifVersion: version });
  });
}

async function makeThere({ path, from, to }: RestoreStep, { reading, setMode }: ApplyOptions): Promise<void> {
  const { workspace, blobs } = reading;
  if (to === null || to.kind === "other") return;
  if (to.kind === "directory") {
    await workspace.createDirectory?.(path);
    return;
  }
  const now = await readState(path, reading, false);
  if (sameState(now, to) || !to.at) return;
  const bytes = await blobs.get({ hash: to.hash, size: to.size, at: to.at });
  const written = await unlessChanged(async () => {
    const ifVersion = now === null ? null : await versionOf(path, now, reading);
    await workspace.write(path, bytes, { ifVersion });
  });
  const isNew = now === null || from === null;
  if (written && isNew && setMode && to.mode !== undefined) await setMode(path, to.mode);
}

/** The version of a file that still has the content that it was compared by. Throws `stale` when it has not. */
async function versionOf(path: Path, state: FileState, reading: ApplyOptions["reading"]): Promise<string> {
  const { version } = await reading.workspace.read(path);
  if (sameState(await readState(path, reading, false), state)) return version;
  throw new ToolError("stale", `${path} has changed in the meantime.`, {
    hint: "Plan the restore again.",
    data: { path },
  });
}

async function unlessChanged(change: () => Promise<void>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (ToolError.is(error) && ["stale", "already_exists", "not_found"].includes(error.code)) return false;
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
