import * as z from "zod";
import { envSchema } from "./secrets/command-secrets.ts";

// Bounds are checked but not described: every request pays for each token of the schema.
export const milliseconds = z.number().refine((value) => value > 0, "must be more than 0");

/** The parameters of `bash`, in the shell of the machine and in the portable one. */
export const bashInput = z.object({
  command: z.string().refine((text) => text.trim() !== "" && !text.includes("\0"), "must be text without NUL"),
  description: z.string().optional(),
  timeout: milliseconds.optional(),
  cwd: z.string().optional(),
  run_in_background: z.boolean().optional(),
  permissions: z.enum(["network", "git_write", "all"]).optional().describe("Needed beyond the sandbox"),
  fresh: z.boolean().optional().describe("In a new shell"),
});

/** With variables, for sessions that have secrets. */
export const bashInputWithEnv = bashInput.extend({ env: envSchema });
export type BashInput = z.infer<typeof bashInputWithEnv>;
