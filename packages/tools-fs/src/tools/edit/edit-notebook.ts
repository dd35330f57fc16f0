import { type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool, lazy, readAndWrite } from "@holdall/tool-kit/file-tools";
import { editNotebookSpellings } from "../../aliases/edit-notebook.ts";
import { changeText } from "../../edit/change-text.ts";
import {
  type EditNotebookArguments,
  type EditNotebookInput,
  type EditNotebookOutput,
  editNotebookInput as input,
  editNotebookOutput as output,
} from "../../notebook/schema.ts";
import type { FsToolsOptions } from "../../options.ts";
import { plural } from "../../text/lines.ts";

const load = lazy(() => import("../../notebook/edit-cell.ts"));

/**
 * Create the tool `edit_notebook`: replaces, inserts or deletes one cell of a Jupyter notebook. All bytes of other cells and
 * of the metadata stay unchanged.
 */
export function editNotebook(
  options: FsToolsOptions,
): Tool<EditNotebookInput, EditNotebookOutput, "edit_notebook", EditNotebookArguments> {
  return defineFileTool(options, {
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
    async execute(request, ctx, held) {
      const path = toPath(request.path, ctx.cwd);
      const asked = { tool: "edit_notebook", path, version: request.version };
      const { output, outside, version } = await changeText(held, asked, ctx, async (target) =>
        (await load()).planCell(target, path, request, ctx),
      );
      return { ...output, changed_outside: outside !== undefined, version };
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
