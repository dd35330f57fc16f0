import { type Access, isWithin, type Path, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import {
  type ChangesElsewhere,
  changesElsewhere,
  pendingWrites,
  requireAccess,
  showPath,
  withFileLock,
} from "@holdall/tool-kit/file-tools";
import type { CallChanges, ChangedFiles, FsToolsOptions, UndoPlan } from "../options.ts";
import { plural } from "../text/lines.ts";
import { fileHistory } from "../tools/history/file-history.ts";
import { pathsOf } from "./commit.ts";
import { readTracker } from "./read-tracker.ts";
import { undoChange } from "./undo-change.ts";
import type { UndoInput, UndoOutput } from "./undo-schema.ts";

/** Changes in one list. */
const maxListed = 30;
/** Paths of a call in a list. */
const maxPaths = 20;
/** Paths in a sentence. */
const maxNamed = 5;

/** What `undo` does where all calls of the session are recorded. */
export async function undoCalls(
  options: FsToolsOptions,
  open: NonNullable<FsToolsOptions["changes"]>,
  request: UndoInput,
  ctx: ToolContext,
): Promise<UndoOutput> {
  const { backend } = options;
  const path = request.path === undefined ? undefined : toPath(request.path, ctx.cwd);
  await pendingWrites({ backend, paths: path && [path], signal: ctx.signal });
  const changes = await open(ctx);
  const calls = await changes.calls();
  const elsewhere = ctx.state(changesElsewhere).filter(({ paths }) => touchesAny(paths, path));
  if (request.list) return { files: [], diff: "", ...listing(calls, path, elsewhere) };
  const chosen = choose(calls, request, path, elsewhere);
  const ids = chosen.map(({ id }) => id);
  const plan = await changes.planUndo(ids, path);
  const include = (request.include ?? []).map((each) => toPath(each, ctx.cwd));
  const [only] = chosen;
  if (plan.conflicts.length > 0 && include.length === 0 && chosen.length === 1 && only) {
    const edited = await undoEdited(options, changes, { call: only, path }, ctx);
    if (edited) return edited;
  }
  const wanted = [...plan.restore, ...plan.delete, ...plan.conflicts.filter((each) => include.includes(each.path))];
  const label = ids.length === 1 ? `${ids[0]} (${only?.tool})` : `${plural(ids.length, "change")} since ${ids[0]}`;
  if (wanted.length === 0) throw nothingLeft(label, plan);
  await requireAccess(options, accessesOf(plan, include), ctx);
  const files = wanted.map((item): UndoOutput["files"][number] => ({
    change: plan.delete.includes(item) ? "D" : item.now === null ? "A" : "M",
    path: item.path,
  }));
  const told = { undone: ids.join(", "), tool: chosen.map(({ tool }) => tool).join(", "), files, diff: "" };
  if (ctx.dryRun || options.isPreview) return { ...told, notes: notesOf(plan, include, plan) };
  return withFileLock({ backend, paths: wanted.map((item) => item.path), signal: ctx.signal }, async () => {
    const done = await changes.undo(plan, { callId: ctx.callId, tool: "undo" }, include);
    const tracker = ctx.state(readTracker);
    for (const each of [...done.restored, ...done.deleted]) tracker.forget(each);
    const reached = new Set<Path>([...done.restored, ...done.deleted]);
    return {
      ...told,
      files: files.filter((file) => reached.has(file.path as Path)),
      change_id: done.id,
      notes: notesOf(plan, include, done),
    };
  });
}

/** Take a call of a file tool back by its own journal, which finds an edit in a file that changed around it. */
async function undoEdited(
  options: FsToolsOptions,
  changes: CallChanges,
  { call, path }: { readonly call: ChangedFiles; readonly path: Path | undefined },
  ctx: ToolContext,
): Promise<UndoOutput | undefined> {
  const entry = ctx.state(fileHistory).entries.findLast(({ callId }) => callId === call.callId);
  if (!entry || entry.lost !== undefined || entry.steps.some(({ undone }) => undone)) return undefined;
  const paths = pathsOf(entry.steps).filter((each) => path === undefined || isWithin(each, path));
  const isDry = ctx.dryRun || options.isPreview === true;
  const end = isDry ? undefined : await changes.recordUndo([call.id], paths, { callId: ctx.callId, tool: "undo" });
  const undoing = undoChange(options, { change_id: entry.id, path }, ctx);
  await undoing.catch(() => {}).finally(() => end?.());
  const { change_id: _, ...done } = await undoing;
  // Once its recording has ended, this change is the last of the list.
  const id = isDry ? undefined : (await changes.calls()).at(-1)?.id;
  return { ...done, undone: call.id, ...(id !== undefined && { change_id: id }) };
}

const accessesOf = ({ restore, delete: remove, conflicts }: UndoPlan, include: readonly Path[]): Access[] => [
  ...[...restore, ...remove].map(({ path }): Access => ({ action: "write", target: path })),
  // What others made of a file is lost.
  ...conflicts.flatMap(({ path }): Access[] => (include.includes(path) ? [{ action: "delete", target: path }] : [])),
];

function notesOf(
  plan: UndoPlan,
  include: readonly Path[],
  { left = [], notKept }: Pick<UndoPlan, "notKept"> & { readonly left?: readonly Path[] },
): string[] {
  const kept = plan.conflicts.filter(({ path }) => !include.includes(path));
  return [
    ...kept.map(({ path, reason }) => `${showPath(path)} was left alone: it ${reason}.`),
    ...left.map((path) => `${showPath(path)} was left alone: others changed it meanwhile.`),
    ...plan.restore.flatMap(({ path, aside }) =>
      aside === undefined
        ? []
        : `${showPath(aside)} keeps what was at ${showPath(path)}, which is too large to be saved.`,
    ),
    ...notKept.map(({ path, reason }) => `${showPath(path)} could not be restored: it ${reason}.`),
    ...(kept.length > 0 ? ["To restore these, too, name them in `include`, which loses what others changed."] : []),
  ];
}

/** The named changes, or the latest that was not undone and is not an undo itself. */
function choose(
  calls: readonly ChangedFiles[],
  request: UndoInput,
  path: Path | undefined,
  elsewhere: readonly ChangesElsewhere[],
): readonly ChangedFiles[] {
  const { change_id, since } = request;
  const named = (id: string) =>
    calls.findLast((each) => each.id === id) ?? calls.findLast((each) => each.callId === id);
  if (since !== undefined) {
    const from = named(since);
    if (!from) throw unknown(calls, since);
    return calls.slice(calls.indexOf(from));
  }
  if (change_id !== undefined) {
    const call = named(change_id);
    if (!call) throw unknown(calls, change_id);
    if (call.undoneBy !== undefined)
      throw new ToolError("no_op", `${call.id} (${call.tool}) is already undone.`, {
        hint: `To redo it, undo ${call.undoneBy}.`,
      });
    return [call];
  }
  const last = calls.findLast((each) => !each.undoes && each.undoneBy === undefined && touches(each, path));
  const later = elsewhere.findLast(({ at }) => !last || at > last.at);
  if (later) throw madeElsewhere(later, last);
  if (last) return [last];
  throw new ToolError("no_op", `You have no change to undo${path ? ` in ${path}` : ""}.`, {
    hint: "Only what this session changed can be undone; list: true shows it.",
  });
}

const touches = ({ paths }: ChangedFiles, path: Path | undefined): boolean =>
  touchesAny(
    paths.map((each) => each.path),
    path,
  );

const touchesAny = (paths: readonly string[], path: Path | undefined): boolean =>
  path === undefined || paths.some((each) => isWithin(toPath(each), path));

/** What another process has changed is newer than all that this session can take back: an older change is not taken for it. */
function madeElsewhere(later: ChangesElsewhere, last: ChangedFiles | undefined): ToolError {
  const earlier = last ? `To undo ${last.id} (${last.tool}), which is older, name it in change_id. ` : "";
  return new ToolError(
    "unsupported",
    `The latest change cannot be undone here: ${describeElsewhere(later)}. Nothing was changed.`,
    {
      hint: `${earlier}Restore what the other process changed by hand or from version control.`,
      data: { paths: [...later.paths] },
    },
  );
}

function describeElsewhere({ by, paths }: ChangesElsewhere): string {
  const named = paths.slice(0, maxNamed).map((path) => showPath(toPath(path)));
  const more = paths.length > maxNamed ? ` and ${plural(paths.length - maxNamed, "more path")}` : "";
  return `another process, in which ${by} continued, has changed ${named.join(", ")}${more}`;
}

function listing(
  calls: readonly ChangedFiles[],
  path: Path | undefined,
  elsewhere: readonly ChangesElsewhere[],
): Pick<UndoOutput, "changes" | "notes"> {
  const fitting = calls.filter((call) => touches(call, path));
  const shown = fitting.slice(-maxListed).reverse();
  const letters = { created: "A", changed: "M", deleted: "D" } as const;
  return {
    changes: shown.map(({ id, tool, what, paths, undoes, undoneBy }) => ({
      change_id: id,
      tool,
      ...(what !== "" && { what }),
      kind: undoes ? "undo" : "change",
      files: [
        ...paths.slice(0, maxPaths).map((each) => `${letters[each.change]} ${showPath(each.path)}`),
        ...(paths.length > maxPaths ? [`… ${plural(paths.length - maxPaths, "more path")}`] : []),
      ],
      undone: undoneBy !== undefined,
    })),
    notes: [
      ...(fitting.length === 0 ? ["You have not changed anything here in this session."] : []),
      ...elsewhere.map((each) => `Not in this list, and not undone by this session: ${describeElsewhere(each)}.`),
      ...(fitting.length > shown.length ? [`${plural(fitting.length - shown.length, "older change")} not shown.`] : []),
    ],
  };
}

const unknown = (calls: readonly ChangedFiles[], id: string): ToolError =>
  new ToolError("not_found", `There is no change ${id.slice(0, 40)}.`, {
    hint: `The latest are ${
      calls
        .slice(-5)
        .map((each) => each.id)
        .join(", ") || "none"
    }; list: true shows them.`,
  });

function nothingLeft(label: string, { conflicts, notKept }: UndoPlan): ToolError {
  const [first] = conflicts;
  if (first)
    return new ToolError(
      "stale",
      `${label} cannot be undone: ${showPath(first.path)} ${first.reason}. Nothing was changed.`,
      {
        hint: "Undo the later change first, or name the path in `include`, which discards the changes of others.",
        data: { paths: conflicts.map(({ path, reason }) => ({ path, reason })) },
      },
    );
  if (notKept[0])
    return new ToolError(
      "unsupported",
      `${label} cannot be undone: ${showPath(notKept[0].path)} ${notKept[0].reason}.`,
      {
        hint: "Nothing was changed. Restore it by hand or from version control.",
      },
    );
  return new ToolError("no_op", `Everything that ${label} changed is as it was before.`, {
    hint: "list: true shows other changes.",
  });
}
