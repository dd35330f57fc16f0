import { factCheckBlock, researchBlock, verdictLabel } from "../blocks/citations.ts";
import { counted, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

/** How research and fact checks are shown: the answer with its sources, and what is missing. */
export const researchHandlers: Readonly<Record<string, Handler>> = {
  research_topic: {
    title: "Research",
    category: "research",
    subject: (input, output) => textOf(output, "question") ?? textOf(input, "question", "topic", "query"),
    outcome: (output) => counted(listOf(output, "sources").length, "source"),
    blocks: (output) => [researchBlock(output)],
  },
  fact_check: {
    title: "Check claim",
    category: "research",
    subject: (input, output) => textOf(output, "claim") ?? textOf(input, "claim", "statement"),
    outcome: (output) => `${verdictLabel(output)}, ${counted(numberOf(output, "independent") ?? 0, "source")}`,
    blocks: (output) => [factCheckBlock(output)],
  },
};
