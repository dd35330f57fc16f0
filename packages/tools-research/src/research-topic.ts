import { defineTool, type Tool, type ToolContext, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { topicAliases } from "./aliases.ts";
import { openBudget } from "./gather/budget.ts";
import { gather } from "./gather/gather.ts";
import { writeAnswer } from "./model/write-answer.ts";
import { type ResearchToolsOptions, sourceCount } from "./options.ts";
import { renderReport, renderResearch } from "./render-research.ts";
import { type ResearchTopicOutput, researchOutput } from "./research-output.ts";

const plain = z.object({
  question: z.string(),
  queries: z.array(z.string()).optional().describe("Searches"),
  max_sources: z.number().optional(),
  domains: z.array(z.string()).optional(),
  freshness: z.enum(["day", "week", "month", "year"]).optional(),
});
const withReport = plain.extend({ output_path: z.string().optional().describe("Markdown report") });

export type { ResearchTopicOutput } from "./research-output.ts";
export type ResearchTopicInput = z.infer<typeof withReport>;

/** Research a question on the web: passages with their sources and, with a model, sentences that stand in them. */
export function researchTopic({
  model,
  reports = false,
  limits = {},
}: ResearchToolsOptions = {}): Tool<ResearchTopicInput, ResearchTopicOutput, "research_topic", ResearchTopicInput> {
  return defineTool<ResearchTopicInput, ResearchTopicOutput, "research_topic", ResearchTopicInput>({
    name: "research_topic",
    category: "research",
    description: `Research a question on the web; ${model ? "answers in cited sentences of the sources" : "answers in cited quotations"}.`,
    guidance: [
      "{research_topic} searches and reads several pages in one call. Cite its findings by source; what it lists as dropped is not supported.",
      "For one page you know, {web_fetch} is cheaper.",
    ].join("\n"),
    examples: ["research this topic", "write a report with sources", "what do several sources say about this"],
    input: reports ? withReport : plain,
    output: researchOutput,
    hints: { readOnly: !reports, destructive: false, openWorld: true },
    aliases: topicAliases(reports),
    access: () => [],
    async execute(asked, ctx) {
      const question = asked.question.trim();
      if (question === "")
        throw new ToolError("invalid_input", "The question is empty.", { hint: "Say what to find out." });
      const { domains, freshness } = asked;
      const filters = { ...(domains && { allowed_domains: domains }), ...(freshness && { freshness }) };
      const budget = openBudget(limits, ctx.signal);
      try {
        const { passages, sources, queries, gaps, stopped } = await gather(
          {
            question,
            queries: asked.queries,
            maxSources: sourceCount(asked.max_sources, 8),
            filters,
          },
          ctx,
          budget,
        );
        const findings = passages.map((passage, i) => ({ id: `P${i + 1}`, ...passage }));
        const { spent } = budget;
        const written =
          model && findings.length > 0
            ? await writeAnswer(model, question, findings, { signal: budget.signal, spent })
            : { dropped: [] };
        ctx.signal.throwIfAborted();
        const problems = "problem" in written && written.problem ? [`No answer was written. ${written.problem}`] : [];
        const found: ResearchTopicOutput = {
          question,
          ...("answer" in written && written.answer && { answer: [...written.answer] }),
          findings,
          sources: [...sources],
          dropped: [...written.dropped],
          gaps: [...gaps, ...problems],
          queries: [...queries],
          spent,
          stopped: budget.isTimeUp() ? "time" : stopped,
        };
        return asked.output_path === undefined ? found : await writeReport(found, asked.output_path, ctx);
      } finally {
        budget.close();
      }
    },
    render: renderResearch,
  });
}

/** The report on disk, through the session's write_file; a refusal is told beside the findings, which are not lost. */
async function writeReport(found: ResearchTopicOutput, path: string, ctx: ToolContext): Promise<ResearchTopicOutput> {
  const written = await ctx.call("write_file", { path, content: renderReport(found) });
  if (written.ok) return { ...found, output_path: path };
  return { ...found, gaps: [...found.gaps, `The report was not written to ${path}: ${written.error.message}`] };
}
