import { nearest, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { asSplice, renderDiff } from "../edit/diff.ts";
import { readTarget, writeOver } from "../edit/target.ts";
import { refusePlaceholder } from "../edit/write-guards.ts";
import { recordCall } from "../file-history.ts";
import { checkFreshness, noteChange, staleError, wasSeen } from "../history/freshness.ts";
import { readTracker, type SeenFile } from "../history/read-tracker.ts";
import type { FsToolsOptions } from "../options.ts";
import { secretsFor } from "../secrets/placeholders.ts";
import { applySplices, countBreaksBefore, plural } from "../text/lines.ts";
import { applyByteSplices, toByteSplices } from "../text/write.ts";
import { type Notebook, type NotebookCell, parseNotebook } from "./notebook.ts";
import { type NotebookPlan, planNotebook } from "./plan.ts";
import type { EditNotebookInput, EditNotebookOutput } from "./schema.ts";

/** Work a change of one cell out on the notebook as it is now, and write it. */
export async function editCell(
  { backend, history }: FsToolsOptions,
  path: Path,
  request: EditNotebookInput,
  ctx: ToolContext,
): Promise<EditNotebookOutput> {
  const { edit_mode: mode = "replace", new_source: given, cell_type: type, position } = request;
  const { signal, dryRun } = ctx;
  const tracker = ctx.state(readTracker);
  const { file, version } = await readTarget(backend, path, signal);
  const notebook = parseNotebook(file.text, path);
  const { fresh, seen } = checkFreshness(tracker, path, { asked: request.version, current: version });
  const known = fresh || seen?.version === version;
  const cell = request.cell_id === undefined ? undefined : findCell(notebook, request.cell_id, path);
  const before = mode === "insert" ? "" : (cell?.source ?? "");
  const secrets = mode === "delete" ? undefined : await secretsFor(path, ctx, given ?? "");
  for (const { source } of notebook.cells) secrets?.show(source);
  const source = secrets ? secrets.rewrite(before, given ?? "") : given;
  const plan = planNotebook(notebook, { mode, cell, source, type, position, seed: version }, path);
  if (!known && !isUntouched(plan, cell, file.text, seen)) throw staleError(path, version, undefined, seen);
  if (mode !== "delete" && source !== undefined) refusePlaceholder(source, before, "new_source");

  const after = parseNotebook(applySplices(file.text, [plan.splice]), path);
  const splices = toByteSplices(file, [plan.splice]);
  const bytes = applyByteSplices(file.bytes, splices);
  const written = dryRun ? version : await writeOver(backend, path, bytes, { signal, version });
  if (!dryRun) {
    const line = countBreaksBefore(file.text, plan.splice.start) + 1;
    noteChange(tracker, path, { from: version, to: written, before: file.text, splices: [plan.splice], line });
    const saved = { from: path, to: path, before: { bytes: file.bytes, version }, after: { bytes, version: written } };
    recordCall(ctx, history, { tool: "edit_notebook", files: [{ ...saved, splices }] });
  }
  const left = mode === "delete" ? "" : (after.cells[plan.number - 1]?.source ?? "");
  return {
    path,
    edit_mode: mode,
    cell_id: mode === "delete" ? plan.id : (after.cells[plan.number - 1]?.id ?? plan.id),
    cell_type: plan.type,
    cell_number: plan.number,
    total_cells: after.cells.length,
    changed_outside: !known,
    notes: [...plan.notes],
    diff: mode === "insert" || before === left ? "" : renderDiff(before, [asSplice(before, left)]),
    version: written,
  };
}

/** The cell with an id, or with the number that read_file shows in front of it. */
function findCell({ cells }: Notebook, wanted: string, path: Path): NotebookCell {
  const byId = cells.find(({ id }) => id === wanted);
  if (byId) return byId;
  const same = cells.filter(({ value }) => value.id === wanted);
  if (same.length > 0) {
    const which = same.map(({ number, id }) => `${id} (cell ${number})`).join(", ");
    throw new ToolError("ambiguous", `${same.length} cells of ${path} share the id ${wanted}; ids must be unique.`, {
      hint: `Use the ids that {read_file} shows for them: ${which}.`,
      data: { path, cells: same.map(({ number, id }) => ({ number, id })) },
    });
  }
  const byNumber = /^\d+$/.test(wanted) ? cells[Number(wanted) - 1] : undefined;
  if (byNumber) return byNumber;
  const close = nearest(
    wanted,
    cells.map(({ id }) => id),
    3,
  );
  const shown = close.length > 0 ? close : cells.slice(0, 10).map(({ id }) => id);
  const made = cells.some(({ ownId }) => !ownId)
    ? " Ids of cells that have none of their own change with their source."
    : "";
  throw new ToolError(
    "not_found",
    `${path} has no cell ${wanted.slice(0, 80)}; it has ${plural(cells.length, "cell")}.`,
    {
      hint: `Ids there are ${shown.join(", ")}${close.length === 0 && cells.length > 10 ? ", …" : ""}; numbers count from 1.${made} Call {read_file} to see them.`,
      data: { path, cells: cells.length, ids: shown },
    },
  );
}

/** A change for an older version still holds where the source of the cell stands as it was shown, which an id made from it proves. */
function isUntouched(
  { touched }: NotebookPlan,
  cell: NotebookCell | undefined,
  text: string,
  seen: SeenFile | undefined,
): boolean {
  if (touched.length === 0 || cell?.ownId === false) return true;
  return (
    seen !== undefined &&
    seen.windows.length > 0 &&
    wasSeen(
      text,
      touched.map((span) => ({ ...span, text: "" })),
      seen,
    )
  );
}
