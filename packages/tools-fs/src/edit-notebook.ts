import { nearest, type Path, type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import * as z from "zod";
import { applyByteSplices, toByteSplices } from "./_codec/write.ts";
import { defineFsTool, readAndWrite } from "./_define-fs-tool.ts";
import { asSplice, renderDiff } from "./_diff.ts";
import { noteChange, staleError, standingOf, wasSeen } from "./_freshness.ts";
import { readLedger, type SeenFile } from "./_ledger.ts";
import { countBreaksBefore, plural } from "./_lines.ts";
import { applySplices } from "./_match/splice.ts";
import { type Notebook, type NotebookCell, parseNotebook } from "./_notebook/notebook.ts";
import { type NotebookPlan, planNotebook } from "./_notebook/plan.ts";
import { inTurn } from "./_queue.ts";
import { readTarget, retryWhileRaced, writeOver } from "./_text-target.ts";
import { refusePlaceholder } from "./_write-guards.ts";
import { recordCall } from "./file-history.ts";
import type { FsToolsOptions } from "./options.ts";

/** Numbers are taken too: models that know cells by number send them as such. */
const cellId = z.preprocess((value) => (typeof value === "number" ? String(value) : value), z.string());

const input = z.object({
  path: z.string(),
  cell_id: cellId.optional(),
  new_source: z.string().optional(),
  edit_mode: z.enum(["replace", "insert", "delete"]).optional(),
  cell_type: z.enum(["code", "markdown", "raw"]).optional(),
  position: z.enum(["before", "after", "start", "end"]).optional(),
  version: z.string().optional(),
});

const output = z.object({
  path: z.string(),
  edit_mode: z.enum(["replace", "insert", "delete"]),
  /** Of the cell as it is now, or as it was when it is gone. */
  cell_id: z.string(),
  cell_type: z.string(),
  /** From 1. */
  cell_number: z.number(),
  total_cells: z.number(),
  changed_outside: z.boolean(),
  notes: z.array(z.string()),
  diff: z.string(),
  version: z.string(),
});

export type EditNotebookInput = z.infer<typeof input>;
export type EditNotebookOutput = z.infer<typeof output>;

/** Replace, insert or delete one cell of a Jupyter notebook; every byte of the other cells and of all metadata stays. */
export function editNotebook(options: FsToolsOptions): Tool<EditNotebookInput, EditNotebookOutput> {
  const { backend } = options;
  return defineFsTool(backend, {
    name: "edit_notebook",
    category: "filesystem",
    description: "Replace, insert or delete a notebook cell. {read_file} shows ids.",
    guidance:
      "{edit_notebook} replaces the whole source of a cell, and clears the outputs of code. A new cell goes after the cell cell_id names, or before it with position; start and end need no cell_id. In notebooks without cell ids, {read_file} makes some from the cells' sources: the answer gives the new one.",
    examples: ["change a cell of the notebook", "add a markdown cell", "delete the empty cells of this ipynb"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    previews: true,
    aliases: {
      claude: { name: "NotebookEdit", params: { path: "notebook_path" } },
      names: ["notebook_edit_cell"],
      params: { cell_number: "cell_id", source: "new_source", file_path: "path" },
    },
    access: ({ path }, { cwd }) => readAndWrite(toPath(path, cwd)),
    execute(request, ctx) {
      const path = toPath(request.path, ctx.cwd);
      return inTurn({ backend, paths: [path], signal: ctx.signal }, () =>
        retryWhileRaced(() => edit(options, path, request, ctx)),
      );
    },
    render: ({
      path,
      edit_mode,
      cell_id,
      cell_type,
      cell_number,
      total_cells,
      changed_outside,
      notes,
      diff,
      version,
    }) =>
      [
        `${done[edit_mode]} cell ${cell_number} (id ${cell_id}, ${cell_type}) of ${path}, which has ${plural(total_cells, "cell")}.`,
        ...notes,
        changed_outside && "Note: something else changed the notebook since you read it; your edit was applied on top.",
        `version ${version}`,
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}

const done = { replace: "Replaced", insert: "Inserted", delete: "Deleted" } as const;

async function edit(
  { backend, history }: FsToolsOptions,
  path: Path,
  request: EditNotebookInput,
  ctx: ToolContext,
): Promise<EditNotebookOutput> {
  const { edit_mode: mode = "replace", new_source: source, cell_type: type, position } = request;
  const { signal, dryRun } = ctx;
  const ledger = ctx.state(readLedger);
  const { file, version } = await readTarget(backend, path, signal);
  const notebook = parseNotebook(file.text, path);
  const { fresh, seen } = standingOf(ledger, path, { asked: request.version, current: version });
  const known = fresh || seen?.version === version;
  const cell = request.cell_id === undefined ? undefined : findCell(notebook, request.cell_id, path);
  const plan = planNotebook(notebook, { mode, cell, source, type, position, seed: version }, path);
  if (!known && !isUntouched(plan, cell, file.text, seen)) throw staleError(path, version, undefined, seen);
  const before = mode === "insert" ? "" : (cell?.source ?? "");
  if (mode !== "delete" && source !== undefined) refusePlaceholder(source, before, "new_source");

  const after = parseNotebook(applySplices(file.text, [plan.splice]), path);
  const splices = toByteSplices(file, [plan.splice]);
  const bytes = applyByteSplices(file.bytes, splices);
  const written = dryRun ? version : await writeOver(backend, path, bytes, { signal, version });
  if (!dryRun) {
    const line = countBreaksBefore(file.text, plan.splice.start) + 1;
    noteChange(ledger, path, { version: written, line, before: file.text, splices: [plan.splice], known });
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
