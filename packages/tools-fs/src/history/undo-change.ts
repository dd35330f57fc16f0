import {
  type Access,
  type Backend,
  isWithin,
  type Path,
  type ToolContext,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import {
  pendingWrites,
  readAndWrite,
  requireAccess,
  retryOnConflict,
  showPath,
  withFileLock,
} from "@holdall/tool-kit/file-tools";
import type { FsToolsOptions } from "../options.ts";
import { plural } from "../text/lines.ts";
import {
  type FileHistory,
  fileHistory,
  type HistoryEntry,
  type HistoryStep,
  recordCall,
} from "../tools/history/file-history.ts";
import { reportChanges } from "./change-report.ts";
import { pathsOf } from "./commit.ts";
import { undoSteps } from "./undo.ts";
import type { UndoInput, UndoOutput } from "./undo-schema.ts";

/** Changes in one list. */
const maxListed = 30;

/** What `undo` does. */
export async function undoChange(
  { backend, history: limits }: FsToolsOptions,
  { path: written, change_id, since, include, list = false }: UndoInput,
  ctx: ToolContext,
): Promise<UndoOutput> {
  if (since !== undefined || include !== undefined) throw onlyRecorded();
  const history = ctx.state(fileHistory);
  const path = written === undefined ? undefined : toPath(written, ctx.cwd);
  if (list) return { files: [], diff: "", ...listing(history, path) };
  // What was asked for before this is what it may be meant for.
  await pendingWrites({ backend, paths: path && [path], signal: ctx.signal });
  const { entry, steps } = choose(history, { path, id: change_id });
  await requireAccess({ backend }, accessesOf(steps), ctx);
  return withFileLock({ backend, paths: pathsOf(steps), signal: ctx.signal }, () =>
    retryOnConflict(async () => {
      if (steps.some(({ undone }) => undone)) throw undoneAlready(entry);
      const done = await undoSteps({ backend, entry, steps, ctx });
      const files = done.changes.map((change) => ({
        ...change,
        after: change.after && { bytes: change.after, version: change.version ?? "" },
      }));
      const kind = entry.kind === "undo" ? "change" : "undo";
      const call = { tool: "undo", files, steps: done.folders, kind, made: done.made } as const;
      const record = ctx.dryRun ? undefined : recordCall(ctx, limits, call);
      const notes = [
        ...[...done.outside].map((at) => `${showPath(at)} was changed by something else too; that was kept.`),
        ...done.gone.map((at) => `${showPath(at)} was gone already.`),
        ...(ctx.dryRun ? [] : await changedModes(backend, steps, ctx.signal)),
        ...done.folders.map(({ from, to }) =>
          from === null
            ? `The folder ${showPath(to!)} is back.`
            : to === null
              ? `The folder ${showPath(from)} is gone, if it is empty.`
              : `The folder ${showPath(from)} is ${showPath(to)} again.`,
        ),
      ];
      const { id: undone, tool } = entry;
      return { undone, tool, ...(record && { change_id: record.id }), notes, ...reportChanges(done.changes) };
    }),
  );
}

/** A backend writes content and not permissions: where a deleted file came back with others, its user must know. */
async function changedModes(backend: Backend, steps: readonly HistoryStep[], signal: AbortSignal): Promise<string[]> {
  const notes: string[] = [];
  for (const { from, to, mode } of steps) {
    const now = to === null && mode !== undefined ? (await backend.stat(from!, { signal }))?.mode : mode;
    if (mode === undefined || now === undefined || now === mode) continue;
    notes.push(
      `${showPath(from!)} is back with permissions ${octal(now)}; they were ${octal(mode)}, which file tools cannot set.`,
    );
  }
  return notes;
}

const octal = (mode: number): string => mode.toString(8).padStart(4, "0");

interface ChangeFilter {
  readonly path: Path | undefined;
  readonly id: string | undefined;
}

/**
 * The named change, or the latest one that was not undone and is not an undo itself; only its steps at or below `path`.
 */
function choose(
  history: FileHistory,
  { path, id }: ChangeFilter,
): { entry: HistoryEntry; steps: readonly HistoryStep[] } {
  const fits = ({ steps }: HistoryEntry) => steps.some((step) => !step.undone && touches(step, path));
  const entry =
    id === undefined
      ? history.entries.findLast((each) => each.kind === "change" && fits(each))
      : (history.entries.findLast((each) => each.id === id) ?? history.entries.findLast((each) => each.callId === id));
  if (!entry) throw id === undefined ? nothing(history, path) : unknown(history, id);
  const steps = entry.steps.filter((step) => !step.undone && touches(step, path));
  if (steps.length > 0) return { entry, steps };
  if (entry.steps.some((step) => touches(step, path))) throw undoneAlready(entry);
  throw new ToolError("invalid_input", `${entry.id} (${entry.tool}) did not touch ${path}.`, {
    hint: `It touched ${pathsOf(entry.steps).slice(0, 5).map(showPath).join(", ")}.`,
  });
}

const touches = ({ from, to }: HistoryStep, path: Path | undefined): boolean =>
  path === undefined || [from, to].some((at) => at !== null && isWithin(at, path));

/** The answer shows what changes, so that reading counts too. */
const accessesOf = (steps: readonly HistoryStep[]): Access[] =>
  steps.flatMap(({ from, to }): Access[] => [
    ...(from === null ? [] : readAndWrite(from)),
    ...(to === null || to === from
      ? []
      : ([
          { action: "read", target: to },
          { action: "delete", target: to },
        ] as const)),
  ]);

function listing(history: FileHistory, path: Path | undefined): Pick<UndoOutput, "changes" | "notes"> {
  const fitting = history.entries.filter(({ steps }) => steps.some((step) => touches(step, path)));
  const changes = fitting.slice(-maxListed).reverse();
  return {
    changes: changes.map(({ id, tool, kind, steps, lost }) => ({
      change_id: id,
      tool,
      kind,
      files: steps.map(({ from, to }) => rowOf(from && showPath(from), to && showPath(to))),
      undone: steps.every(({ undone }) => undone),
      ...(lost !== undefined && { lost }),
    })),
    notes: [
      ...(fitting.length === 0 ? ["You have not changed anything here in this session."] : []),
      ...(fitting.length > changes.length
        ? [`${plural(fitting.length - changes.length, "older change")} not shown.`]
        : []),
      ...droppedNote(history),
    ],
  };
}

const rowOf = (from: string | null, to: string | null): string =>
  from === null ? `A ${to}` : to === null ? `D ${from}` : from === to ? `M ${to}` : `R ${from} → ${to}`;

const droppedNote = ({ dropped }: FileHistory): string[] =>
  dropped > 0 ? [`The ${plural(dropped, "oldest change")} ${dropped === 1 ? "is" : "are"} no longer kept.`] : [];

const nothing = (history: FileHistory, path: Path | undefined): ToolError =>
  new ToolError(
    "no_op",
    [`You have no change to undo${path ? ` in ${path}` : ""}.`, ...droppedNote(history)].join(" "),
    {
      hint: "Only what this session changed with file tools can be undone; list: true shows it.",
    },
  );

const unknown = (history: FileHistory, id: string): ToolError =>
  new ToolError("not_found", [`There is no change ${id.slice(0, 40)}.`, ...droppedNote(history)].join(" "), {
    hint: `The latest are ${
      history.entries
        .slice(-5)
        .map((entry) => entry.id)
        .join(", ") || "none"
    }; list: true shows them.`,
  });

const undoneAlready = ({ id, tool }: HistoryEntry): ToolError =>
  new ToolError("no_op", `${id} (${tool}) is already undone.`, {
    hint: "To redo it, undo that undo: list: true shows its id.",
  });

const onlyRecorded = (): ToolError =>
  new ToolError("unsupported", "`since` and `include` need a record of all calls, which this session does not have.", {
    hint: "Undo one change after the other, the latest first.",
  });
