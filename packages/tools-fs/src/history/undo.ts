import { type Backend, isWithin, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { decodeFile } from "../text/codec.ts";
import { applyByteSplices } from "../text/write.ts";
import {
  type FileHistory,
  fileHistory,
  folderStep,
  type HistoryEntry,
  type HistoryStep,
  renumber,
} from "../tools/history/file-history.ts";
import { inPlace, relocate } from "./byte-undo.ts";
import { type ChangeSet, createChangeSet } from "./change-set.ts";
import { type Commit, commit } from "./commit.ts";
import { changedLines, listRanges } from "./freshness.ts";
import { missingFolders, refuseBelowFiles, removeEmptyFolders } from "./missing-folders.ts";
import { movePath } from "./move.ts";
import { readTracker } from "./read-tracker.ts";
import { hashNames } from "./undo-content.ts";

/** The effect of an undo, or of its preview. */
export interface Undone extends Commit {
  readonly folders: readonly HistoryStep[];
  /** Files that others changed too, and whose other changes were kept. */
  readonly outside: ReadonlySet<Path>;
  /** Files that were gone already. */
  readonly gone: readonly Path[];
}

interface Undoing {
  readonly backend: Backend;
  readonly entry: HistoryEntry;
  readonly steps: readonly HistoryStep[];
  readonly ctx: Pick<ToolContext, "signal" | "state" | "dryRun">;
}

/** Take back some steps of a change, all of them or none; throws `stale` where others changed the same. */
export async function undoSteps({ backend, entry, steps, ctx }: Undoing): Promise<Undone> {
  const { signal, dryRun } = ctx;
  const history = ctx.state(fileHistory);
  if (entry.lost !== undefined) {
    throw new ToolError("unsupported", `${entry.id} (${entry.tool}) cannot be undone: ${entry.lost}.`, {
      hint: "Nothing was changed. Make the change by hand, or restore the files from version control.",
    });
  }
  const set = createChangeSet(backend, signal);
  const since = (path: Path) => laterThan(history, entry, path);
  const outside = new Set<Path>();
  const gone: Path[] = [];
  const folders = steps.filter(({ folder }) => folder !== undefined);
  for (const step of steps) {
    if (step.folder !== undefined) await checkFolder({ backend, entry, steps, ctx }, step);
    else {
      const found = await planStep(set, step, since, (path, text) => conflict(path, text, step, entry, ctx));
      if (found === "outside") outside.add(step.to!);
      if (found === "gone") gone.push(step.to!);
    }
  }
  const places = folders.flatMap(({ from }) => from ?? []);
  if (dryRun) await refuseBelowFiles(backend, [...places, ...set.changes().flatMap(({ to }) => to ?? [])], signal);
  const made = dryRun ? [] : await missingFolders(backend, places, signal);
  const done = dryRun
    ? { changes: set.changes().map((change) => ({ ...change, version: null })), made: [] }
    : await commit(backend, set.changes(), signal);
  if (!dryRun) {
    for (const step of folders.toReversed()) await undoFolder(backend, step, ctx);
    await removeEmptyFolders(backend, entry.made);
    for (const step of steps) step.undone = true;
    noteVersions(history, steps, done, outside);
    noteSeen(ctx, done, outside);
  }
  return {
    ...done,
    made: [...new Set([...made, ...done.made])],
    folders: folders.map(({ from, to, folder }) => folderStep(to, from, folder)),
    outside,
    gone,
  };
}

/** Plan the way back of one file over what is there now. */
async function planStep(
  set: ChangeSet,
  { from, to, after, splices }: HistoryStep,
  since: (path: Path) => HistoryEntry | undefined,
  conflict: (path: Path, bytes: Uint8Array | null) => ToolError,
): Promise<"exact" | "outside" | "gone"> {
  if (to === null) {
    await set.create(from!, splices![0]!.old);
    return "exact";
  }
  const current = await set.get(to);
  if (!current && from === null && !since(to)) return "gone";
  if (!current) throw conflict(to, null);
  const exact = (await set.versionOf(to)) === after;
  const placed = exact ? inPlace(splices!) : relocate(current, splices!);
  const isWhole = placed?.[0]?.end === current.length;
  if (!placed || (from === null && !isWhole)) throw conflict(to, current);
  if (from === null) await set.remove(to);
  else {
    if (from !== to) await set.move(to, from);
    await set.put(from, applyByteSplices(current, placed));
  }
  return exact || from === null ? "exact" : "outside";
}

function conflict(
  path: Path,
  bytes: Uint8Array | null,
  step: HistoryStep,
  entry: HistoryEntry,
  { state }: Pick<ToolContext, "state">,
): ToolError {
  const since = laterThan(state(fileHistory), entry, path);
  const file = bytes && decodeFile(bytes);
  const seen = state(readTracker).get(path);
  const lines = file?.kind === "text" && seen ? changedLines(file.text, seen) : undefined;
  const where = lines?.length ? `; since you saw it, ${listRanges(lines)}` : "";
  const what = !bytes
    ? `${path} no longer exists`
    : step.from === null
      ? `${path} changed since ${entry.id} created it${where}, and removing it would lose that`
      : `what ${entry.id} changed in ${path} was changed again${where}`;
  return new ToolError("stale", `${entry.id} cannot be undone: ${what}. Nothing was changed.`, {
    hint: since
      ? `Undo ${since.id} (${since.tool}) first: it came later and touched the same file.`
      : "Look at the file with {read_file}, and restore by hand what you want back.",
    data: { path, change_id: entry.id, ...(lines && { lines }), ...(since && { since: since.id }) },
  });
}

/** The change after this one that took the path away or changed it, and still stands. */
function laterThan({ entries }: FileHistory, entry: HistoryEntry, path: Path): HistoryEntry | undefined {
  const later = entries.slice(entries.indexOf(entry) + 1);
  return later.find(({ steps }) => steps.some(({ from, undone }) => from !== null && !undone && isWithin(path, from)));
}

/** A folder can only go back when its place is free and in it lies what lay in it, and nothing else. */
async function checkFolder({ backend, entry, ctx }: Undoing, { from, to, folder }: HistoryStep): Promise<void> {
  const { signal, state } = ctx;
  const place = from && (await backend.stat(from, { signal }));
  if (place && (to !== null || place.kind !== "directory")) {
    throw new ToolError("already_exists", `${from} exists again. Nothing was changed.`, {
      hint: "First move it away with {move_file}.",
    });
  }
  if (to === null) return;
  const since = laterThan(state(fileHistory), entry, to);
  if (from === null && (!since || (await backend.stat(to, { signal })))) return;
  if (from === null) {
    throw new ToolError("stale", `${entry.id} cannot be undone: ${to} no longer exists. Nothing was changed.`, {
      hint: `Undo ${since?.id} (${since?.tool}) first: it came later.`,
    });
  }
  const names = await hashNames(backend, to, signal);
  if (names === folder) return;
  throw new ToolError(
    "stale",
    `${to} ${names === null ? "no longer exists" : "does not have the same files as when it was moved"}. Nothing was changed.`,
    {
      hint: "Look at it with {list_files}, and move back what you want with {move_file}.",
    },
  );
}

async function undoFolder(
  backend: Backend,
  { from, to }: HistoryStep,
  { signal, state }: Undoing["ctx"],
): Promise<void> {
  if (from === null) await removeEmptyFolders(backend, [to!]);
  else if (to === null) await backend.createDirectory?.(from);
  else await movePath(backend, { from: to, to: from, tracker: state(readTracker), overwrite: false, signal });
}

/** What came back exactly is what earlier changes left, under whatever version. */
function noteVersions(
  history: FileHistory,
  steps: readonly HistoryStep[],
  { changes }: Commit,
  outside: ReadonlySet<Path>,
): void {
  for (const { from, to, before } of steps) {
    const change = changes.find((done) => done.to === from && done.to !== null);
    if (change && from !== null && !(to && outside.has(to))) renumber(history, from, before, change.version);
  }
}

function noteSeen({ state }: Pick<ToolContext, "state">, { changes }: Commit, outside: ReadonlySet<Path>): void {
  const tracker = state(readTracker);
  for (const { from, to, version } of changes) {
    if (from !== null && to !== null && from !== to) tracker.moved(from, to);
    if (to === null || (from && outside.has(from))) tracker.forget((to ?? from)!);
    else if (version !== null) tracker.wrote(to, version);
  }
}
