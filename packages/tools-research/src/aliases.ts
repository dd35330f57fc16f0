import type { Aliases, ForeignParam } from "@holdall/tool-core";

const sizes: Readonly<Record<string, number>> = {
  quick: 3,
  shallow: 3,
  low: 3,
  basic: 3,
  standard: 8,
  medium: 8,
  normal: 8,
  deep: 16,
  high: 16,
  advanced: 16,
  comprehensive: 16,
};

const depth: ForeignParam = (value, { input }) => {
  const number = Number(value);
  const size = sizes[String(value).toLowerCase()] ?? (number >= 1 ? Math.min(16, Math.round(number) * 4) : undefined);
  if (size === undefined) return { note: "depth was not used: say quick, standard or deep, or give limit." };
  return input.limit === undefined ? { input: { limit: size } } : {};
};

/** How other agents call research; a report is written only where the tool can. */
export const topicAliases = (reports: boolean): Aliases => ({
  names: ["deep_research", "research", "investigate_topic", "research_question"],
  params: {
    topic: "question",
    documents: "files",
    paths: "files",
    file_paths: "files",
    query: "question",
    prompt: "question",
    search_queries: "queries",
    max_results: "limit",
    num_sources: "limit",
    max_sources: "limit",
    allowed_domains: "domains",
    sites: "domains",
    ...(reports && { report_path: "output_path", output_file: "output_path", save_to: "output_path" }),
  },
  foreign: {
    depth,
    language: "language was not used: write the queries in that language.",
    max_seconds: "max_seconds was not used: the time limit is the host's.",
    timeout: "timeout was not used: the time limit is the host's.",
    breadth: "breadth was not used: give queries.",
    ...(!reports && { output_path: "output_path was not used: this tool writes no files here." }),
  },
});

export const factAliases: Aliases = {
  names: ["verify_claim", "check_fact", "factcheck", "check_claim"],
  params: {
    statement: "claim",
    text: "claim",
    query: "claim",
    fact: "claim",
    sources: "urls",
    url: "urls",
    documents: "files",
    paths: "files",
    file_paths: "files",
    date: "as_of",
    max_results: "limit",
    num_sources: "limit",
    max_sources: "limit",
  },
  foreign: { depth },
};
