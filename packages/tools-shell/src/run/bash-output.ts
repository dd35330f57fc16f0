import * as z from "zod";

/** What a command printed and how it ended. */
export const bashOutput = z.object({
  command: z.string(),
  output: z.string(),
  /** Only where errors go apart. */
  errors: z.string().optional(),
  status: z.enum(["exited", "timed_out", "stopped", "running"]),
  exit_code: z.number().optional(),
  signal: z.string().optional(),
  duration_ms: z.number(),
  /** Where the next command starts. */
  cwd: z.string(),
  total_bytes: z.number(),
  output_path: z.string().optional(),
  task_id: z.string().optional(),
  /** What the sandbox did not allow, as it would have to be asked for, and protected paths that were changed. */
  denied: z
    .object({
      write: z.array(z.string()),
      network: z.array(z.string()),
      tampered: z.array(z.string()),
      /** Protected files that were created and taken back, and where they are kept. */
      taken_back: z.array(z.object({ path: z.string(), kept: z.string() })).optional(),
    })
    .optional(),
  notes: z.array(z.string()),
});

export type BashOutput = z.infer<typeof bashOutput>;
