import { type Backend, isWithin, type Path, toPath } from "@holdall/tool-core";
import type { CannotUndo, NotKept } from "../store/record.ts";
import type { SessionLog } from "../store/session-log.ts";
import { entryAt, unfollowed } from "../tree/entry-at.ts";
import { type Change, type State, sameState } from "../tree/file-state.ts";
import { type ReadStateOptions, readState } from "../tree/read-state.ts";

/** A path that a restore would change. */
export interface PlanItem {
  readonly path: Path;
  /** The current state. */
  readonly now: State;
  /** The state at the checkpoint. Null if the path did not exist. */
  readonly then: State;
  /** Where what is there is moved first, because it is, or holds, a file that is too large to be stored. */
  readonly aside?: Path;
}

/** A path that is not changed unless it is included. */
export interface Conflict extends PlanItem {
  readonly reason: string;
}

/** The plan of a restore. Nothing has been changed yet. */
export interface RestorePlan {
  readonly checkpoint: string;
  /** Files and folders to write or create again. */
  readonly restore: readonly PlanItem[];
  /** Files and folders to delete: only those that the session created. */
  readonly delete: readonly PlanItem[];
  readonly conflicts: readonly Conflict[];
  /** Changed since and not stored: stays unchanged. */
  readonly notKept: readonly NotKept[];
  /** Effects of the session since then that a restore cannot undo. */
  readonly cannotUndo: readonly CannotUndo[];
}

/** A plan to undo the changes of some calls, for all paths or those below one path. */
export interface UndoPlan extends RestorePlan {
  readonly ids: readonly string[];
  readonly below: Path | undefined;
}

export async function planRestore(
  log: SessionLog,
  id: string,
  reading: Omit<ReadStateOptions, "signal">,
): Promise<RestorePlan> {
  const index = log.records.findIndex((record) => record.id === id);
  const segments = [...log.records.slice(index + 1), log.open];
  const changes = segments.flatMap((segment) => segment.changes);
  const notKept = segments.flatMap((segment) => segment.notKept);
  const cannotUndo = segments.flatMap((segment) => segment.cannotUndo);
  return planChanges({ point: id, changes, notKept, cannotUndo }, reading);
}

/** Plan to take back the changes of some calls, which need not be the last of the session. */
export async function planUndo(
  log: SessionLog,
  ids: ReadonlySet<string>,
  below: Path | undefined,
  reading: Omit<ReadStateOptions, "signal">,
): Promise<UndoPlan> {
  const all = [...log.records, log.open].flatMap((segment) => segment.changes);
  const changes = all.filter(({ callId, path }) => ids.has(callId) && (below === undefined || isWithin(path, below)));
  const later = (path: Path, after: Change) =>
    all.slice(all.indexOf(after) + 1).find((change) => change.path === path && !ids.has(change.callId))?.callId;
  const plan = await planChanges({ point: [...ids].join(" "), changes, notKept: [], cannotUndo: [], later }, reading);
  return { ...plan, ids: [...ids], below };
}

interface Planning {
  readonly point: string;
  readonly changes: readonly Change[];
  readonly notKept: readonly NotKept[];
  readonly cannotUndo: readonly CannotUndo[];
  /** The call of this session that changed a path after a change. */
  readonly later?: (path: Path, after: Change) => string | undefined;
}

async function planChanges(
  { point, changes: all, notKept: unkept, cannotUndo, later = () => undefined }: Planning,
  reading: Omit<ReadStateOptions, "signal">,
): Promise<RestorePlan> {
  const restore: PlanItem[] = [];
  const remove: PlanItem[] = [];
  const conflicts: Conflict[] = [];
  const notKept: NotKept[] = [];
  for (const [path, changes] of changesByPath(all)) {
    const then = changes[0]!.before;
    const now = await readState(path, reading, false);
    if (sameState(now, then)) continue;
    const item = { path, now, then };
    const last = changes.at(-1)!;
    const since = sameState(last.after, now) ? undefined : later(path, last);
    const reason = since === undefined ? conflictOf(changes, now) : `was changed again by ${since}`;
    if (then?.kind === "other") notKept.push({ path, reason: "was a device, or could not be read" });
    else if (then?.kind === "file" && !then.at) notKept.push({ path, reason: "was too large to keep" });
    else if (then !== null && isLarge(now) && isLarge(last.after) && now.size === last.after.size)
      restore.push({ ...item, aside: await freePath(reading.workspace, path) });
    else if (isUnsavable(now)) notKept.push({ path, reason: "is now something that cannot be saved, so it stays" });
    else if (reason !== undefined) conflicts.push({ ...item, reason });
    else (then === null ? remove : restore).push(item);
  }
  const folders = await replacedFolders(restore, { remove, notKept }, reading.workspace);
  const aside = folders.filter((item) => item.aside !== undefined);
  const outside = ({ path }: { readonly path: Path }) =>
    !aside.some((folder) => path !== folder.path && isWithin(path, folder.path));
  const removed = remove.filter(outside);
  const gone = new Set(removed.map(({ path }) => path));
  const kept = (path: Path) => holdsOthers(reading.workspace, path, gone);
  const full = await Promise.all(
    removed.map(async (item) => item.now?.kind === "directory" && (await kept(item.path))),
  );
  const blocked = [...folders.filter(({ isBlocked }) => isBlocked), ...removed.filter((_, i) => full[i])];
  return {
    checkpoint: point,
    restore: [
      ...restore.filter((item) => !isReplacedFolder(item)),
      ...folders.filter(({ isBlocked }) => !isBlocked),
    ].sort(byPath),
    delete: removed.filter((_, i) => !full[i]).sort(byPath),
    conflicts: [
      ...conflicts,
      ...blocked.map((item) => ({ ...item, reason: "holds files that this session did not make" })),
    ].sort(byPath),
    notKept: [...notKept.filter(outside), ...unkept].filter(isFirst),
    cannotUndo,
  };
}

/** What was a file or a link and is a folder now. */
const isReplacedFolder = ({ now, then }: PlanItem): boolean => now?.kind === "directory" && then?.kind !== "directory";

/**
 * Folders in place of which something else is to come back. They are emptied, or moved as a whole where a file of this session in
 * them is too large to be stored; those that hold files of others are blocked.
 */
async function replacedFolders(
  restore: readonly PlanItem[],
  { remove, notKept }: { readonly remove: readonly PlanItem[]; readonly notKept: readonly NotKept[] },
  workspace: Backend,
): Promise<readonly (PlanItem & { readonly isBlocked?: boolean })[]> {
  const gone = new Set(remove.map(({ path }) => path));
  const ours = new Set([...gone, ...notKept.map(({ path }) => path)]);
  const folders = restore.filter(isReplacedFolder).map(async (item) => {
    if (!(await holdsOthers(workspace, item.path, gone))) return item;
    if (await holdsOthers(workspace, item.path, ours)) return { ...item, isBlocked: true };
    return { ...item, aside: await freePath(workspace, item.path) };
  });
  return Promise.all(folders);
}

/** Undo could not bring it back. */
const isUnsavable = (now: State): boolean => now?.kind === "other" || isLarge(now);

/** A file above the bound. Two files of the same size cannot be compared if their states come from different sources. */
const isLarge = (state: State): state is Extract<State, { kind: "file" }> =>
  state?.kind === "file" && state.hash.startsWith("~");

/** A name beside a path that nothing has. */
async function freePath(workspace: Backend, path: Path): Promise<Path> {
  for (let count = 1; ; count++) {
    const free = toPath(`${path}.kept${count === 1 ? "" : `-${count}`}`);
    if ((await entryAt(workspace, free)) === null) return free;
  }
}

const byPath = (a: PlanItem, b: PlanItem): number => (a.path < b.path ? -1 : 1);

const isFirst = ({ path, reason }: NotKept, index: number, all: readonly NotKept[]): boolean =>
  all.findIndex((each) => each.path === path && each.reason === reason) === index;

function changesByPath(changes: readonly Change[]): Map<Path, Change[]> {
  return Map.groupBy(changes, ({ path }) => path);
}

/** Why a path is not as this session left it, or undefined when it is. */
function conflictOf(changes: readonly Change[], now: State): string | undefined {
  if (changes.some(({ interrupted }) => interrupted)) return "changed during a call that never ended";
  if (changes.some(({ shared }) => shared))
    return "changed while something ran in the background, which others may have done";
  if (!sameState(changes.at(-1)!.after, now))
    return now === null ? "was removed by others" : "was changed by others since";
  const between = changes.some((change, i) => i > 0 && !sameState(changes[i - 1]!.after, change.before));
  return between ? "was changed by others in between" : undefined;
}

/** True when a folder holds a file that stays. */
async function holdsOthers(workspace: Backend, folder: Path, gone: ReadonlySet<Path>): Promise<boolean> {
  for await (const { path } of workspace.list(folder, { recursive: true, ...unfollowed(workspace) }))
    if (isWithin(path, folder) && !gone.has(path)) return true;
  return false;
}

/** True when two plans would change the same paths from and to the same content. */
export function samePlan(a: RestorePlan, b: RestorePlan): boolean {
  const lists = ["restore", "delete", "conflicts"] as const;
  return lists.every(
    (name) =>
      a[name].length === b[name].length &&
      a[name].every((item, i) => {
        const other = b[name][i]!;
        return item.path === other.path && sameState(item.now, other.now) && sameState(item.then, other.then);
      }),
  );
}
