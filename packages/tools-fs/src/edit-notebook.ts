import { type Tool, toPath } from "@holdall/tool-core";
import * as z from "zod";
import { changeFile } from "./_change-file.ts";
import { defineFsTool, readAndWrite } from "./_define-fs-tool.ts";
import { lazy } from "./_lazy.ts";
import { plural } from "./_lines.ts";
import { inTurn } from "./_queue.ts";
import { editNotebookSpellings } from "./_spellings/edit-notebook.ts";
import type { FsToolsOptions } from "./options.ts";

const load = lazy(() => import("./_notebook/edit-cell.ts"));

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
  return defineFsTool(options, {
    name: "edit_notebook",
    category: "filesystem",
    description: "Replace, insert or delete a notebook cell. {read_file} shows ids.",
    guidance: [
      "The source of a cell is replaced as a whole, and outputs of code are cleared.",
      "A new cell goes after the one you name, or before it with `position`; with none, to the top.",
      "In notebooks without cell ids, {read_file} makes some from the sources: the answer gives the new one.",
    ].join("\n"),
    examples: ["change a cell of the notebook", "add a markdown cell", "delete the empty cells of this ipynb"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    previews: true,
    aliases: editNotebookSpellings,
    access: ({ path }, { cwd }) => readAndWrite(toPath(path, cwd)),
    execute(request, ctx, held) {
      const { backend } = held;
      const path = toPath(request.path, ctx.cwd);
      return inTurn({ backend, paths: [path], signal: ctx.signal }, async () => {
        const { editCell } = await load();
        return changeFile(backend, path, ctx, (view) => editCell({ ...held, backend: view }, path, request, ctx));
      });
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
