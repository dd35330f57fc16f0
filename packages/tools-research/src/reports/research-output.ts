import * as z from "zod";
import { sourceSchema, spentSchema, stoppedSchema } from "../gather/source.ts";
import { answerSchema, droppedSchema } from "../model/answer.ts";

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

export const topicInput = z.object({
  question: z.string(),
  queries: z.array(z.string()).optional().describe("Searches"),
  files: z.array(z.string()).optional().describe("Instead of the web: reports/*.docx"),
  limit: z.number().optional().describe("Sources, default 8"),
  domains: z.array(z.string()).optional(),
  freshness: z.enum(["day", "week", "month", "year"]).optional(),
});
export const topicInputWithReport = topicInput.extend({
  output_path: z.string().optional().describe("Markdown report"),
});

export type ResearchTopicInput = z.infer<typeof topicInputWithReport>;
