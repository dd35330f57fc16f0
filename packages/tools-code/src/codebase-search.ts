import { type Aliases, type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { renderSearch } from "./_search/render.ts";
import {
  type CodebaseSearchInput,
  type CodebaseSearchOutput,
  codebaseSearchInput as input,
  codebaseSearchOutput as output,
  pathsOf,
} from "./_search/schema.ts";
import { type CodeToolsOptions, withoutServers } from "./options.ts";

const load = lazy(() => import("./_search/search-code.ts"));

/** How other agents call a search by meaning. */
const spellings: Aliases = {
  claude: { name: "CodebaseSearch" },
  camel: {
    name: "codebaseSearch",
    params: { paths: "targetDirectories" },
    output(value) {
      const { results, ...rest } = value as CodebaseSearchOutput;
      return {
        results: results.map(({ path, line, end_line, content, score, why, symbol }) => ({
          file: path,
          startLine: line,
          endLine: end_line,
          content,
          relevance: score,
          why,
          ...(symbol !== undefined && { symbol }),
        })),
        totalFiles: rest.indexed,
        truncated: rest.left_out?.beyond_limit !== undefined,
        ...(rest.notes && { notes: rest.notes }),
      };
    },
  },
  names: ["semantic_search", "code_search", "search_codebase"],
  params: {
    target_directories: "paths",
    target_directory: "paths",
    directories: "paths",
    path: "paths",
    directory: "paths",
    search: "query",
    question: "query",
    include: "glob",
    file_pattern: "glob",
    include_pattern: "glob",
    max_results: "limit",
    top_k: "limit",
    num_results: "limit",
  },
  foreign: {
    explanation: "",
    search_only_prs: "Pull requests are not searched.",
  },
};

/**
 * Create the tool `codebase_search`: finds code by what it does, without a model, and returns the best part of each file with
 * reasons. Does not count as reading the files.
 */
export function codebaseSearch(
  options: CodeToolsOptions,
): Tool<CodebaseSearchInput, CodebaseSearchOutput, "codebase_search", CodebaseSearchInput> {
  return defineFileTool(options, {
    name: "codebase_search",
    category: "code",
    description: "Find code by what it does, ranked. For exact text use {grep_files}.",
    guidance: "Ask in words that the code would use.",
    examples: ["where are sessions stored", "how is authentication handled", "find the code that parses dates"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: spellings,
    access: (asked, { cwd }) => pathsOf(asked).map((path) => ({ action: "read", target: toPath(path, cwd) })),
    elsewhere: withoutServers,
    execute: async (asked, ctx, held) => (await load()).searchCode(held, asked, ctx),
    showsPaths: true,
    render: renderSearch,
  });
}
