import * as z from "zod";

export const foundSchema = z.object({
  name: z.string().describe("As the model calls it"),
  tool: z.string().describe("Canonical name"),
  description: z.string().optional(),
  input_schema: z.record(z.string(), z.unknown()).optional(),
  score: z.number(),
  matched: z.enum(["exact", "name", "keyword", "semantic"]),
  namespace: z.string(),
  loaded: z.boolean(),
});

export const unavailableSchema = z.object({ server: z.string(), status: z.string(), fix: z.string().optional() });
