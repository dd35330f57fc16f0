import * as z from "zod";

export const input = z.object({
  name: z.string().optional().describe("A skill, to read its instructions"),
  query: z.string().optional().describe("Words, to find skills for a task"),
  path: z.string().optional().describe("With name: one of its files"),
  offset: z.int().min(1).optional().describe("First line, where a text was cut"),
});
export type LoadSkillInput = z.infer<typeof input>;

const trust = z.enum(["trusted", "new", "changed"]);
export const output = z.object({
  status: z.enum(["loaded", "unchanged", "file", "found"]),
  name: z.string().optional(),
  scope: z.enum(["builtin", "user", "project", "mcp"]).optional(),
  hash: z.string().optional(),
  /** The folder, where programs find its scripts. */
  path: z.string().optional(),
  file: z.string().optional(),
  text: z.string().optional(),
  line: z.number().optional(),
  /** Of the whole text. */
  lines: z.number().optional(),
  /** The line that follows what was cut. */
  next_offset: z.number().optional(),
  /** Headings behind the cut, with their lines. */
  outline: z.array(z.string()).optional(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), kind: z.string() })).optional(),
  wants: z.array(z.string()).optional(),
  compatibility: z.string().optional(),
  skills: z
    .array(z.object({ name: z.string(), scope: z.string(), trust, description: z.string().optional() }))
    .optional(),
  /** Skills that match, those that are not listed too. */
  total: z.number().optional(),
});
export type LoadSkillOutput = z.infer<typeof output>;
