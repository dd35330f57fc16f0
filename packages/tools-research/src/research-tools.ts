import { factCheck } from "./fact-check.ts";
import type { ResearchToolsOptions } from "./options.ts";
import { researchTopic } from "./research-topic.ts";

/** One of these tools. */
export type ResearchTool = ReturnType<typeof researchTopic | typeof factCheck>;

/** Create both tools. They use the web_search and web_fetch of their session, and its write_file for reports. */
export function researchTools(options: ResearchToolsOptions = {}): readonly ResearchTool[] {
  return [researchTopic(options), factCheck(options)];
}
