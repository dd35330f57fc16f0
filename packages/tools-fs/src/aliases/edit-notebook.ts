import type { Aliases } from "@holdall/tool-core";

/** How other agents call the change of a notebook. */
export const editNotebookSpellings: Aliases = {
  claude: { name: "NotebookEdit", params: { path: "notebook_path" } },
  names: ["notebook_edit_cell"],
  params: { cell_number: "cell_id", source: "new_source", file_path: "path", target_notebook: "path" },
  foreign: {
    cell_language: (value) => ({
      input: { cell_type: value === "markdown" || value === "raw" ? value : "code" },
    }),
  },
};
