import { type ToolContext, ToolError } from "@holdall/tool-core";
import { openBudget } from "./gather/budget.ts";
import { gather } from "./gather/gather.ts";
import { writeAnswer } from "./model/write-answer.ts";
import { type ResearchToolsOptions, sourceCount } from "./options.ts";
import { renderReport } from "./reports/render-report.ts";
import type { ResearchTopicInput, ResearchTopicOutput } from "./reports/research-output.ts";

/** One call of research_topic. */
export async function runResearch(
  asked: ResearchTopicInput,
  ctx: ToolContext,
  { model, limits = {} }: Pick<ResearchToolsOptions, "model" | "limits">,
): Promise<ResearchTopicOutput> {
  const question = asked.question.trim();
  if (question === "")
    throw new ToolError("invalid_input", "The question is empty.", { hint: "Say what to find out." });
  const { domains, freshness } = asked;
  if (asked.files?.length && (domains?.length || freshness))
    throw new ToolError("invalid_input", "domains and freshness are about the web, and files are not.", {
      hint: "Leave them out, or research the web in a second call.",
    });
  const filters = { ...(domains && { allowed_domains: domains }), ...(freshness && { freshness }) };
  const budget = openBudget(limits, ctx.signal);
  try {
    const { passages, sources, queries, gaps, stopped } = await gather(
      {
        question,
        queries: asked.queries,
        files: asked.files,
        maxSources: sourceCount(asked.limit, 8),
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
}

/** The report on disk, through the session's write_file; a denial is reported with the findings, which are not lost. */
async function writeReport(found: ResearchTopicOutput, path: string, ctx: ToolContext): Promise<ResearchTopicOutput> {
  const written = await ctx.call("write_file", { path, content: renderReport(found) });
  if (written.ok) return { ...found, output_path: path };
  return { ...found, gaps: [...found.gaps, `The report was not written to ${path}: ${written.error.message}`] };
}
