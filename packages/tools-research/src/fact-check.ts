import { defineTool, type Tool, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { factAliases } from "./aliases.ts";
import { type FactCheckOutput, factOutput, type Verdict } from "./fact-output.ts";
import { openBudget } from "./gather/budget.ts";
import { gather } from "./gather/gather.ts";
import { judge, type Stance } from "./model/judge.ts";
import { type ResearchToolsOptions, sourceCount } from "./options.ts";
import { renderFactCheck } from "./render-fact-check.ts";

const input = z.object({
  claim: z.string(),
  urls: z.array(z.string()).optional().describe("Instead of a search"),
  as_of: z.string().optional().describe("YYYY-MM-DD"),
  max_sources: z.number().optional(),
});

export type { FactCheckOutput, Verdict } from "./fact-output.ts";
export type FactCheckInput = z.infer<typeof input>;

/** Evidence for and against a claim. Only a model takes stances; the verdict follows from them by rules. */
export function factCheck({
  model,
  modelName = "model",
  limits = {},
  now = () => new Date(),
}: ResearchToolsOptions = {}): Tool<FactCheckInput, FactCheckOutput, "fact_check", FactCheckInput> {
  return defineTool<FactCheckInput, FactCheckOutput, "fact_check", FactCheckInput>({
    name: "fact_check",
    category: "research",
    description: `Find evidence for and against a claim on the web${model ? ", with a verdict" : "; gives no verdict"}.`,
    guidance: "Report a verdict of {fact_check} with its evidence and sources; one source is one source.",
    examples: ["is this claim true", "verify a statement with sources", "check this fact"],
    input,
    output: factOutput,
    hints: { readOnly: true, openWorld: true },
    aliases: factAliases,
    access: () => [],
    async execute(asked, ctx) {
      const claim = asked.claim.trim();
      if (claim === "")
        throw new ToolError("invalid_input", "The claim is empty.", { hint: "Write it as one sentence." });
      if (asked.as_of !== undefined && Number.isNaN(Date.parse(asked.as_of)))
        throw new ToolError("invalid_input", "as_of is not a date.", { hint: "Write it as 2026-01-31." });
      const budget = openBudget(limits, ctx.signal);
      try {
        const { passages, sources, gaps } = await gather(
          { question: claim, urls: asked.urls, maxSources: sourceCount(asked.max_sources, 6), asOf: asked.as_of },
          ctx,
          budget,
        );
        const numbered = passages.map((passage, i) => ({ id: `P${i + 1}`, ...passage }));
        const judged =
          model && numbered.length > 0
            ? await judge(model, claim, numbered, { signal: budget.signal, spent: budget.spent })
            : undefined;
        ctx.signal.throwIfAborted();
        const evidence = numbered.map(({ id, source: n, quote, start, end }) => {
          const { url, title, published, fetched_at, sha256, group } = sources[n - 1]!;
          const stance = judged?.stances.get(id)?.stance ?? ("unjudged" as const);
          return { stance, quote, url, title, published, fetched_at, sha256, start, end, group };
        });
        const isJudged = model !== undefined && !judged?.failed;
        const verdict = isJudged ? verdictOf(evidence) : "not_judged";
        const deciding = evidence.filter(({ stance }) => stance === "supports" || stance === "refutes");
        const independent = new Set((isJudged ? deciding : evidence).map(({ group }) => group)).size;
        const isDecided = verdict === "supported" || verdict === "refuted";
        return {
          claim,
          verdict,
          judged_by: isJudged ? modelName : null,
          evidence,
          independent,
          checked_at: now().toISOString(),
          notes: [
            ...(isDecided && independent === 1 ? ["It rests on one source."] : []),
            ...(judged?.notes ?? []),
            ...gaps,
          ],
          spent: budget.spent,
        };
      } finally {
        budget.close();
      }
    },
    render: renderFactCheck,
  });
}

/** Support and refutation by sources that are independent of each other conflict; so does one source that does both. */
function verdictOf(evidence: readonly { readonly stance: Stance }[]): Verdict {
  const supports = evidence.some(({ stance }) => stance === "supports");
  const refutes = evidence.some(({ stance }) => stance === "refutes");
  if (supports && refutes) return "conflicting";
  if (supports) return "supported";
  return refutes ? "refuted" : "not_enough_evidence";
}
