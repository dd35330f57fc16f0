import { type Aliases, type ForeignParam, ToolError } from "@holdall/tool-core";
import type { GlobFilesOutput } from "../search/glob-schema.ts";
import { always, walking } from "./rules.ts";

/** Words of a name, as fuzzy finders take them. */
const byName: ForeignParam = (value) => {
  const words = String(value);
  return { input: { pattern: /[*?[{]/.test(words) ? words : `**/*${words}*` } };
};

/** How other agents call a search for names. */
export const globSpellings: Aliases = {
  claude: { name: "Glob" },
  camel: {
    name: "globFileSearch",
    params: { path: "directory" },
    output(output) {
      const { path, files, total, next_offset: nextOffset } = output as GlobFilesOutput;
      return { path, files, total, ...(nextOffset !== undefined && { nextOffset }) };
    },
  },
  names: ["glob", "search_files", "glob_file_search", "file_search", "find_files"],
  params: {
    glob_pattern: "pattern",
    target_directory: "path",
    directory: "path",
    dir_path: "path",
    include_hidden: "hidden",
    dot: "hidden",
    max_results: "limit",
    head_limit: "limit",
    exclude_pattern: "exclude_patterns",
    exclude: "exclude_patterns",
    ignore: "exclude_patterns",
  },
  foreign: {
    ...walking,
    query: byName,
    case_sensitive: always("Names are matched case-sensitively; [aA] matches both."),
    sort_by: "Files are listed newest first.",
    file_pattern: (value) => ({ input: { pattern: value } }),
    /** Cline's `search_files` looks into files. */
    regex: () => {
      throw new ToolError(
        "invalid_input",
        "This tool finds files by name; it does not search their contents for a regex.",
        {
          hint: "Call {grep_files} with the regex as pattern, path, and file_pattern as glob.",
        },
      );
    },
  },
};
