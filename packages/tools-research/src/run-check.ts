import { type ToolContext, ToolError } from "@holdall/tool-core";
import { openBudget } from "./gather/budget.ts";
import { gather } from "./gather/gather.ts";
import { judge, type Stance } from "./model/classify-stance.ts";
import { type ResearchToolsOptions, sourceCount } from "./options.ts";
import type { FactCheckInput, FactCheckOutput, Verdict } from "./reports/fact-output.ts";

/** One call of fact_check. */
export async function runCheck(
  asked: FactCheckInput,
  ctx: ToolContext,
  { model, modelName = "model", limits = {}, now = () => new Date() }: ResearchToolsOptions,
): Promise<FactCheckOutput> {
  const claim = asked.claim.trim();
  if (claim === "") throw new ToolError("invalid_input", "The claim is empty.", { hint: "Write it as one sentence." });
  if (asked.as_of !== undefined && Number.isNaN(Date.parse(asked.as_of)))
    throw new ToolError("invalid_input", "as_of is not a date.", { hint: "Write it as 2026-01-31." });
  if (asked.files?.length && asked.urls?.length)
    throw new ToolError("invalid_input", "A call has files or urls, not both.", {
      hint: "Check the claim in two calls.",
    });
  if (asked.files?.length && asked.as_of !== undefined)
    throw new ToolError("invalid_input", "as_of is for the web: files have no date of publication.", {
      hint: "Leave out as_of.",
    });
  const budget = openBudget(limits, ctx.signal);
  try {
    const { passages, sources, gaps } = await gather(
      {
        question: claim,
        urls: asked.urls,
        files: asked.files,
        maxSources: sourceCount(asked.limit, 6),
        asOf: asked.as_of,
      },
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
}

/** Support and refutation by sources that are independent of each other conflict; so does one source that does both. */
function verdictOf(evidence: readonly { readonly stance: Stance }[]): Verdict {
  const supports = evidence.some(({ stance }) => stance === "supports");
  const refutes = evidence.some(({ stance }) => stance === "refutes");
  if (supports && refutes) return "conflicting";
  if (supports) return "supported";
  return refutes ? "refuted" : "not_enough_evidence";
}
