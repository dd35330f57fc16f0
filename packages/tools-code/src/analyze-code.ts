import { type Aliases, type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { renderAnalysis } from "./_analyze/render.ts";
import {
  type AnalyzeCodeInput,
  type AnalyzeCodeOutput,
  analyzeCodeInput as input,
  analyzeCodeOutput as output,
} from "./_analyze/schema.ts";
import { type CodeToolsOptions, withoutServers } from "./options.ts";

const load = lazy(() => import("./_analyze/analyze.ts"));

const spellings: Aliases = {
  claude: { name: "AnalyzeCode" },
  camel: { name: "analyzeCode" },
  names: ["get_symbols_overview", "document_symbols", "outline", "list_code_definition_names", "code_outline"],
  params: {
    file: "path",
    file_path: "path",
    relative_path: "path",
    directory: "path",
    include: "show",
    max_depth: "depth",
  },
};

/**
 * Create the tool `analyze_code`: shows what a file defines and imports, what imports it, and which functions are complex. For
 * a folder, shows a summary.
 */
export function analyzeCode(
  options: CodeToolsOptions,
): Tool<AnalyzeCodeInput, AnalyzeCodeOutput, "analyze_code", { path: string }> {
  return defineFileTool(options, {
    name: "analyze_code",
    category: "code",
    description: "Outline, imports, dependents and complexity of code, without its text.",
    examples: ["what is in this file", "outline of a module", "which functions are most complex"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: spellings,
    access: ({ path }, { cwd }) =>
      [".", path.replace(/(?:^|\/)[^/]*[*?{[].*$/, "") || (path.startsWith("/") ? "/" : ".")].map((each) => ({
        action: "read",
        target: toPath(each, cwd),
      })),
    elsewhere: withoutServers,
    execute: async (asked, ctx, held) => (await load()).analyzeCode(held, asked, ctx),
    showsPaths: true,
    render: renderAnalysis,
  });
}
