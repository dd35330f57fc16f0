import * as z from "zod";

/** An option may be sent as its label. */
const option = z.preprocess(
  (value) => (typeof value === "string" ? { label: value } : value),
  z.object({ label: z.string().min(1), description: z.string().optional() }),
);

export const questionSchema = z
  .object({
    question: z.string().min(1),
    header: z.string().optional().describe("1-2 words"),
    options: z.array(option).max(4).optional().describe("2-4; without, free text"),
    multi_select: z.boolean().optional(),
    default: z.string().optional().describe("Label"),
  })
  .refine(({ options }) => options?.length !== 1, "one option is not a choice: give 2 to 4, or none for free text")
  .refine(
    ({ options = [] }) => new Set(options.map(({ label }) => label)).size === options.length,
    "two options have the same label",
  )
  .refine(
    ({ options, default: preset }) => preset === undefined || !options || options.some(({ label }) => label === preset),
    "the default is not one of the options",
  );

export type AskedQuestion = z.infer<typeof questionSchema>;

export const answerSchema = z.object({
  question: z.string(),
  chosen: z.array(z.string()),
  other: z.string().optional(),
  from: z.enum(["person", "default"]),
});

/** An answer, and whether the user gave it. */
export type SettledAnswer = z.infer<typeof answerSchema>;
