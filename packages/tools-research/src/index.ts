export { type Checked, checkSentence, type Written } from "./check/check-sentence.ts";
export { type FactCheckInput, type FactCheckOutput, factCheck, type Verdict } from "./fact-check.ts";
export type { ResearchLimits, ResearchToolsOptions } from "./options.ts";
export { type ResearchTool, researchTools } from "./research-tools.ts";
export { type ResearchTopicInput, type ResearchTopicOutput, researchTopic } from "./research-topic.ts";
