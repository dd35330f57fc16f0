import * as z from "zod";
import { changedFile } from "../history/change-report.ts";

export const applyPatchInput = z.object({ patch: z.string(), dry_run: z.boolean().optional() });

export const applyPatchOutput = z.object({ files: z.array(changedFile), notes: z.array(z.string()), diff: z.string() });

export type ApplyPatchInput = z.infer<typeof applyPatchInput>;
export type ApplyPatchOutput = z.infer<typeof applyPatchOutput>;
