import * as z from "zod";

/** Numbers are taken too: models that know cells by number send them as such. */
const cellId = z.preprocess(
  (value: string | number) => (typeof value === "number" ? String(value) : value),
  z.string(),
);

export const editNotebookInput = z.object({
  path: z.string(),
  cell_id: cellId.optional(),
  new_source: z.string().optional(),
  edit_mode: z.enum(["replace", "insert", "delete"]).optional().describe("replace by default"),
  cell_type: z.enum(["code", "markdown", "raw"]).optional().describe("Default: unchanged, or code if new"),
  position: z.enum(["before", "after", "start", "end"]).optional().describe("Where a new cell goes"),
  version: z.string().optional(),
});

export const editNotebookOutput = z.object({
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

export type EditNotebookInput = z.infer<typeof editNotebookInput>;
export type EditNotebookArguments = z.input<typeof editNotebookInput>;
export type EditNotebookOutput = z.infer<typeof editNotebookOutput>;
