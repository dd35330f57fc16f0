import * as z from "zod";

export const answerSchema = z.array(
  z.object({
    text: z.string(),
    /** Ids of findings in which the text stands. */
    cites: z.array(z.string()),
    /** The passage itself, in place of a sentence that was not in it. */
    quotation: z.boolean(),
  }),
);
export type AnswerPart = z.infer<typeof answerSchema>[number];

export const droppedSchema = z.array(z.object({ text: z.string(), why: z.string() }));
export type Dropped = z.infer<typeof droppedSchema>[number];
