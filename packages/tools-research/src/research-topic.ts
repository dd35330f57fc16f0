import { defineTool, type Tool } from "@holdall/tool-core";
import { topicAliases } from "./aliases.ts";
import type { ResearchToolsOptions } from "./options.ts";
import { renderResearch } from "./reports/render-research.ts";
import {
  type ResearchTopicInput,
  type ResearchTopicOutput,
  researchOutput,
  topicInput,
  topicInputWithReport,
} from "./reports/research-output.ts";

export type { ResearchTopicInput, ResearchTopicOutput } from "./reports/research-output.ts";

/** Research a question on the web or in files: passages with their sources and, with a model, sentences that are in them. */
export function researchTopic({
  model,
  reports = false,
  limits,
}: ResearchToolsOptions = {}): Tool<ResearchTopicInput, ResearchTopicOutput, "research_topic", ResearchTopicInput> {
  let opened: Promise<typeof import("./run-research.ts")> | undefined;
  return defineTool<ResearchTopicInput, ResearchTopicOutput, "research_topic", ResearchTopicInput>({
    name: "research_topic",
    category: "research",
    description: `Research a question on the web or in files; ${model ? "answers in cited sentences of the sources" : "answers in cited quotations"}.`,
    guidance: [
      "{research_topic} searches and reads several pages in one call. Cite its findings by source; what it lists as dropped is not supported.",
      "For one page you know, {web_fetch} is cheaper.",
    ].join("\n"),
    examples: ["research this topic", "write a report with sources", "what do several sources say about this"],
    input: reports ? topicInputWithReport : topicInput,
    output: researchOutput,
    hints: { readOnly: !reports, destructive: false, openWorld: true },
    aliases: topicAliases(reports),
    access: () => [],
    async execute(asked, ctx) {
      opened ??= import("./run-research.ts");
      return (await opened).runResearch(asked, ctx, { model, limits });
    },
    render: renderResearch,
  });
}
