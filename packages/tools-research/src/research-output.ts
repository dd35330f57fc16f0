import * as z from "zod";
import { sourceSchema, spentSchema, stoppedSchema } from "./gather/source.ts";
import { answerSchema, droppedSchema } from "./model/write-answer.ts";

/** What research_topic gives to programs. */
export const researchOutput = z.object({
  question: z.string(),
  /** Absent without a model, and where it failed. */
  answer: answerSchema.optional(),
  findings: z.array(
    z.object({
      id: z.string(),
      quote: z.string(),
      source: z.number(),
      start: z.number(),
      end: z.number(),
      score: z.number(),
    }),
  ),
  sources: z.array(sourceSchema),
  /** What the model wrote and no passage says. */
  dropped: droppedSchema,
  gaps: z.array(z.string()),
  queries: z.array(z.string()),
  spent: spentSchema,
  stopped: stoppedSchema,
  output_path: z.string().optional(),
});
export type ResearchTopicOutput = z.infer<typeof researchOutput>;
