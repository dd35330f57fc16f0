import { nearest, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import type { ChangeTarget, TextChange } from "../edit/change-text.ts";
import { refusePlaceholder } from "../edit/check/write-guards.ts";
import { asSplice, renderDiff } from "../edit/diff.ts";
import { wasSeen } from "../history/freshness.ts";
import type { SeenFile } from "../history/read-tracker.ts";
import { secretsFor } from "../secrets/placeholders.ts";
import { applySplices, plural } from "../text/lines.ts";
import { applyByteSplices, toByteSplices } from "../text/write.ts";
import { type Notebook, type NotebookCell, parseNotebook } from "./notebook.ts";
import { type NotebookPlan, planNotebook } from "./plan.ts";
import type { EditNotebookInput, EditNotebookOutput } from "./schema.ts";

interface CellChange extends TextChange {
  readonly output: Omit<EditNotebookOutput, "version" | "changed_outside">;
}

/** Plan the change of one cell on the notebook as it is now. */
export async function planCell(
  { file, version, seen, stale }: ChangeTarget,
  path: Path,
  request: EditNotebookInput,
  ctx: ToolContext,
): Promise<CellChange> {
  const { edit_mode: mode = "replace", new_source: given, cell_type: type, position } = request;
  const notebook = parseNotebook(file.text, path);
  const cell = request.cell_id === undefined ? undefined : findCell(notebook, request.cell_id, path);
  const before = mode === "insert" ? "" : (cell?.source ?? "");
  const secrets = mode === "delete" ? undefined : await secretsFor(path, ctx, given ?? "");
  for (const { source } of notebook.cells) secrets?.show(source);
  const source = secrets ? secrets.rewrite(before, given ?? "") : given;
  const plan = planNotebook(notebook, { mode, cell, source, type, position, seed: version }, path);
  if (stale && !isUntouched(plan, cell, file.text, seen)) throw stale();
  if (mode !== "delete" && source !== undefined) refusePlaceholder(source, before, "new_source");

  const { cells } = parseNotebook(applySplices(file.text, [plan.splice]), path);
  const byteSplices = toByteSplices(file, [plan.splice]);
  const now = mode === "delete" ? undefined : cells[plan.number - 1];
  const left = now?.source ?? "";
  const output = {
    path,
    edit_mode: mode,
    cell_id: now?.id ?? plan.id,
    cell_type: plan.type,
    cell_number: plan.number,
    total_cells: cells.length,
    notes: [...plan.notes],
    diff: mode === "insert" || before === left ? "" : renderDiff(before, [asSplice(before, left)]),
  };
  return { output, splices: [plan.splice], bytes: applyByteSplices(file.bytes, byteSplices), byteSplices };
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
    ? " Cells without an id of their own have one that changes with their source."
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
