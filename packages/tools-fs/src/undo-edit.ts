import { type Access, isWithin, type Path, type Tool, ToolError, toPath } from "@holdall/tool-core";
import * as z from "zod";
import { changedFile, listChanges, reportChanges } from "./_changes/change-report.ts";
import { pathsOf } from "./_changes/commit.ts";
import { undoSteps } from "./_changes/undo.ts";
import { defineFsTool, readAndWrite, withRealPlaces } from "./_define-fs-tool.ts";
import { plural } from "./_lines.ts";
import { inTurn } from "./_queue.ts";
import { retryWhileRaced } from "./_text-target.ts";
import { type FileHistory, fileHistory, type HistoryEntry, type HistoryStep, recordCall } from "./file-history.ts";
import type { FsToolsOptions } from "./options.ts";

const input = z.object({
  path: z.string().optional(),
  change_id: z.string().optional(),
  list: z.boolean().optional(),
});

const listed = z.object({
  change_id: z.string(),
  tool: z.string(),
  kind: z.enum(["change", "undo"]),
  /** `M /a.ts`, `R /a.ts → /b.ts`. */
  files: z.array(z.string()),
  undone: z.boolean(),
  lost: z.string().optional(),
});

const output = z.object({
  /** What was undone; left out in a list. */
  undone: z.string().optional(),
  tool: z.string().optional(),
  /** Undoing this does it again. */
  change_id: z.string().optional(),
  files: z.array(changedFile),
  notes: z.array(z.string()),
  diff: z.string(),
  changes: z.array(listed).optional(),
});

export type UndoEditInput = z.infer<typeof input>;
export type UndoEditOutput = z.infer<typeof output>;

/** Changes in one list. */
const MOST_LISTED = 30;

/** Take back what this session changed itself, call by call; what others changed since stays as it is. */
export function undoEdit({ backend, history: limits }: FsToolsOptions): Tool<UndoEditInput, UndoEditOutput> {
  return defineFsTool(backend, {
    name: "undo_edit",
    category: "filesystem",
    description: "Undo your latest file change, in path or anywhere, or the one named by change_id.",
    guidance:
      "{undo_edit} takes back one call at a time, whatever tool made it, and never touches what others changed; with list it shows what can be undone. Undoing an undo does the change again.",
    examples: ["undo that", "take the last edit back", "what did you change so far"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    previews: true,
    aliases: { names: ["undo_change", "revert_edit"], params: { file_path: "path" } },
    access: ({ path, list }, { cwd }) =>
      path === undefined || list ? [] : [{ action: "write", target: toPath(path, cwd) }],
    async execute({ path: written, change_id, list = false }, ctx) {
      const history = ctx.state(fileHistory);
      const path = written === undefined ? undefined : toPath(written, ctx.cwd);
      if (list) return { files: [], diff: "", ...listing(history, path) };
      const { entry, steps } = choose(history, { path, id: change_id });
      await ctx.require(...(await withRealPlaces(backend, accessesOf(steps))));
      return inTurn({ backend, paths: pathsOf(steps), signal: ctx.signal }, () =>
        retryWhileRaced(async () => {
          if (steps.some(({ undone }) => undone)) throw undoneAlready(entry);
          const done = await undoSteps({ backend, entry, steps, ctx });
          const files = done.changes.map((change) => ({
            ...change,
            after: change.after && { bytes: change.after, version: change.version ?? "" },
          }));
          const kind = entry.kind === "undo" ? "change" : "undo";
          const call = { tool: "undo_edit", files, steps: done.folders, kind, made: done.made } as const;
          const record = ctx.dryRun ? undefined : recordCall(ctx, limits, call);
          const notes = [
            ...[...done.outside].map((at) => `${at} was changed by something else too; that was kept.`),
            ...done.gone.map((at) => `${at} was gone already.`),
            ...done.folders.map(({ from, to }) =>
              from === null
                ? `The folder ${to} is back.`
                : to === null
                  ? `The folder ${from} is gone, if it is empty.`
                  : `The folder ${from} is ${to} again.`,
            ),
          ];
          const { id: undone, tool } = entry;
          return { undone, tool, ...(record && { change_id: record.id }), notes, ...reportChanges(done.changes) };
        }),
      );
    },
    render: ({ undone, tool, change_id, files, notes, diff, changes }) =>
      [
        undone !== undefined && `Undid ${undone} (${tool})${change_id ? `; undoing ${change_id} does it again` : ""}.`,
        ...(changes ?? []).map(
          ({ change_id: id, tool: by, files: touched, undone: over, lost }) =>
            `${id} ${by}: ${touched.slice(0, 5).join(", ")}${touched.length > 5 ? ` and ${touched.length - 5} more` : ""}${over ? " (undone)" : ""}${lost ? ` (cannot be undone: ${lost})` : ""}`,
        ),
        ...listChanges(files),
        ...notes,
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}

interface Wanted {
  readonly path: Path | undefined;
  readonly id: string | undefined;
}

/** The named change, or the latest one that was not undone and is no undoing itself; only its steps at or below `path`. */
function choose(history: FileHistory, { path, id }: Wanted): { entry: HistoryEntry; steps: readonly HistoryStep[] } {
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
    hint: `It touched ${pathsOf(entry.steps).slice(0, 5).join(", ")}.`,
  });
}

const touches = ({ from, to }: HistoryStep, path: Path | undefined): boolean =>
  path === undefined || [from, to].some((at) => at !== null && isWithin(at, path));

/** The answer shows what changes, so that reading counts too. */
const accessesOf = (steps: readonly HistoryStep[]): Access[] =>
  steps.flatMap(({ from, to }): Access[] => [
    ...(from === null ? [] : readAndWrite(from)),
    ...(to === null || to === from ? [] : [{ action: "delete", target: to } as const]),
  ]);

function listing(history: FileHistory, path: Path | undefined): Pick<UndoEditOutput, "changes" | "notes"> {
  const fitting = history.entries.filter(({ steps }) => steps.some((step) => touches(step, path)));
  const changes = fitting.slice(-MOST_LISTED).reverse();
  return {
    changes: changes.map(({ id, tool, kind, steps, lost }) => ({
      change_id: id,
      tool,
      kind,
      files: steps.map(({ from, to }) =>
        from === null ? `A ${to}` : to === null ? `D ${from}` : from === to ? `M ${to}` : `R ${from} → ${to}`,
      ),
      undone: steps.every(({ undone }) => undone),
      ...(lost !== undefined && { lost }),
    })),
    notes: [
      ...(fitting.length === 0 ? ["You have changed nothing here in this session."] : []),
      ...(fitting.length > changes.length
        ? [`${plural(fitting.length - changes.length, "older change")} not shown.`]
        : []),
      ...droppedNote(history),
    ],
  };
}

const droppedNote = ({ dropped }: FileHistory): string[] =>
  dropped > 0 ? [`The ${plural(dropped, "oldest change")} ${dropped === 1 ? "is" : "are"} no longer kept.`] : [];

const nothing = (history: FileHistory, path: Path | undefined): ToolError =>
  new ToolError(
    "no_op",
    [`There is no change of yours to undo${path ? ` in ${path}` : ""}.`, ...droppedNote(history)].join(" "),
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
  new ToolError("no_op", `${id} (${tool}) is undone already.`, {
    hint: "To do it again, undo the undoing: list: true shows its id.",
  });
