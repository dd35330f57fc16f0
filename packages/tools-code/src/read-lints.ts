import { type Aliases, declareWhole, type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import type * as z from "zod";
import { renderLints } from "./_lints/render-lints.ts";
import {
  readLintsInput as input,
  readLintsOutput as output,
  type ReadLintsInput,
  type ReadLintsOutput,
} from "./_lints/schema.ts";
import { type LintOptions, withoutServers } from "./options.ts";

const load = lazy(() => import("./_lints/collect-lints.ts"));

const spellings: Aliases = {
  claude: { name: "ReadLints" },
  names: ["get_errors", "get_diagnostics", "lsp_diagnostics", "diagnostics", "get_problems", "lint"],
  params: {
    path: "paths",
    file: "paths",
    files: "paths",
    file_path: "paths",
    file_paths: "paths",
    uri: "paths",
    level: "severity",
    linters: "tools",
    include_existing: "all",
  },
  camel: {
    name: "readLints",
    output(value) {
      const { problems, clean, ...rest } = value as ReadLintsOutput;
      return {
        diagnostics: problems.map(({ path, tool, severity, end_line: endLine, end_column: endColumn, ...more }) => ({
          file: path,
          ...more,
          endLine,
          endColumn,
          severity: severity === "hint" ? "info" : severity,
          source: tool,
        })),
        clean,
        ...rest,
      };
    },
  },
  foreign: { fix: "Nothing is fixed: this tool only reports. Make the changes with the edit tools." },
};

/**
 * Create the tool `read_lints`: runs the project's own tools on files, and separates problems that this session caused from
 * those that existed before.
 */
export function readLints(
  options: LintOptions,
): Tool<ReadLintsInput, ReadLintsOutput, "read_lints", z.input<typeof input>> {
  return defineFileTool(options, {
    name: "read_lints",
    category: "code",
    description:
      "Problems that the project's compilers and linters find in files. Call it after your edits, not before.",
    guidance: [
      "Call {read_lints} after changes: it reports what they broke, also in files that import yours.",
      "A tool that failed or did not run has not found the files clean.",
    ].join("\n"),
    examples: ["are there type errors", "check what I just changed", "does it still compile"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: spellings,
    // Each program is asked about by itself once it is known.
    access: ({ paths = [] }, { cwd }) => [
      ...paths.map((path) => ({ action: "read" as const, target: toPath(path, cwd) })),
      ...(options.programs || options.servers ? [declareWhole({ action: "execute", target: "linters", cwd })] : []),
    ],
    elsewhere: withoutServers,
    execute: async (asked, ctx, held) => (await load()).collectLints(asked, held, ctx),
    showsPaths: true,
    render: renderLints,
  });
}
