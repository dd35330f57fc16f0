import * as z from "zod";
import { changedFile } from "./change-report.ts";

export const undoInput = z.object({
  path: z.string().optional(),
  change_id: z.string().optional(),
  since: z.string().optional().describe("change_id: that change and all after it"),
  include: z.array(z.string()).optional().describe("paths to restore although others changed them"),
  list: z.boolean().optional().describe("Only list changes"),
});

const listed = z.object({
  change_id: z.string(),
  tool: z.string(),
  /** The command, where it was one. */
  what: z.string().optional(),
  kind: z.enum(["change", "undo"]),
  /** `M /a.ts`, `R /a.ts → /b.ts`. */
  files: z.array(z.string()),
  undone: z.boolean(),
  lost: z.string().optional(),
});

export const undoOutput = z.object({
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

export type UndoInput = z.infer<typeof undoInput>;
export type UndoOutput = z.infer<typeof undoOutput>;
