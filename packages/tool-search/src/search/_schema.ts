import * as z from "zod";

const foundSchema = z.object({
  name: z.string().describe("As the model calls it"),
  tool: z.string().describe("Canonical name"),
  description: z.string().optional(),
  input_schema: z.record(z.string(), z.unknown()).optional(),
  score: z.number(),
  matched: z.enum(["exact", "name", "keyword", "semantic"]),
  namespace: z.string(),
  loaded: z.boolean(),
});

const unavailableSchema = z.object({ server: z.string(), status: z.string(), fix: z.string().optional() });

export type ToolSearchOutput = z.infer<typeof toolSearchOutput>;
export const toolSearchOutput = z.object({
  tools: z.array(foundSchema),
  also: z.array(z.string()),
  not_found: z.array(z.object({ name: z.string(), nearest: z.array(z.string()), reason: z.string().optional() })),
  total_deferred: z.int(),
  unavailable: z.array(unavailableSchema),
  notes: z.array(z.string()),
  hint: z.string().optional(),
});
