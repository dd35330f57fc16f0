import { defineTool, type Tool } from "@holdall/tool-core";
import { factAliases } from "./aliases.ts";
import { type FactCheckInput, type FactCheckOutput, factInput, factOutput } from "./reports/fact-output.ts";

export type { FactCheckInput, FactCheckOutput, Verdict } from "./reports/fact-output.ts";

import type { ResearchToolsOptions } from "./options.ts";
import { renderFactCheck } from "./reports/render-fact-check.ts";

/** Evidence for and against a claim. Only a model takes stances; the verdict follows from them by rules. */
export function factCheck({
  model,
  modelName,
  limits,
  now,
}: ResearchToolsOptions = {}): Tool<FactCheckInput, FactCheckOutput, "fact_check", FactCheckInput> {
  let opened: Promise<typeof import("./run-check.ts")> | undefined;
  return defineTool<FactCheckInput, FactCheckOutput, "fact_check", FactCheckInput>({
    name: "fact_check",
    category: "research",
    description: `Find evidence for and against a claim on the web or in files${model ? ", with a verdict" : "; gives no verdict"}.`,
    guidance: "Report a verdict of {fact_check} with its evidence and sources; one source is one source.",
    examples: ["is this claim true", "verify a statement with sources", "check this fact"],
    input: factInput,
    output: factOutput,
    hints: { readOnly: true, openWorld: true },
    aliases: factAliases,
    access: () => [],
    async execute(asked, ctx) {
      opened ??= import("./run-check.ts");
      return (await opened).runCheck(asked, ctx, { model, modelName, limits, now });
    },
    render: renderFactCheck,
  });
}
