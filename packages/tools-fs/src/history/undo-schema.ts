import * as z from "zod";
import { changedFile } from "./change-report.ts";

export const undoEditInput = z.object({
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

export const undoEditOutput = z.object({
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

export type UndoEditInput = z.infer<typeof undoEditInput>;
export type UndoEditOutput = z.infer<typeof undoEditOutput>;
