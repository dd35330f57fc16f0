import type { Aliases, ForeignParam } from "@holdall/tool-core";
import type { GrepFilesOutput } from "../search/grep-schema.ts";
import { grepCalls } from "./foreign-calls.ts";
import { always, inverseOf, isTrue, walking } from "./rules.ts";

/** `.` matches line breaks too. */
const dotAll = (input: Readonly<Record<string, unknown>>, multiline: boolean): Readonly<Record<string, unknown>> => ({
  multiline,
  ...(multiline && !isTrue(input.literal) && { pattern: `(?s)${input.pattern}` }),
});

const excluding: ForeignParam = (value, { input }) => {
  const globs = [value].flat().flatMap((glob) => (/[{[]/.test(String(glob)) ? String(glob) : String(glob).split(",")));
  return { input: { glob: [input.glob ?? [], ...globs.map((glob) => `!${glob.trim()}`)].flat().join(",") } };
};

/** How other agents call a search of contents. In Claude Code it lists files, and `multiline` lets `.` match line breaks. */
export const grepSpellings: Aliases = {
  calls: grepCalls,
  claude: {
    name: "Grep",
    params: { before: "-B", after: "-A", context: "-C", ignore_case: "-i", limit: "head_limit" },
    defaults: { output_mode: "files_with_matches" },
  },
  camel: {
    name: "grep",
    params: { type: "fileType", before: "contextBefore", after: "contextAfter", ignore_case: "caseInsensitive" },
    output: (output) => matchesOf(output as GrepFilesOutput),
  },
  names: ["grep", "grep_search", "search_file_content"],
  params: {
    regex: "pattern",
    query: "pattern",
    directory: "path",
    dir_path: "path",
    target_directory: "path",
    fixed_strings: "literal",
    case_insensitive: "ignore_case",
    whole_word: "word",
    include: "glob",
    include_pattern: "glob",
    file_pattern: "glob",
    max_results: "limit",
    total_max_matches: "limit",
    max_matches_per_file: "max_per_file",
    include_hidden: "hidden",
  },
  foreign: {
    ...walking,
    case_sensitive: inverseOf("ignore_case"),
    is_regexp: inverseOf("literal"),
    n: always("Lines are always numbered."),
    line_numbers: always("Lines are always numbered."),
    names_only: (value) => ({ input: isTrue(value) ? { output_mode: "files_with_matches" } : {} }),
    exclude: excluding,
    exclude_pattern: excluding,
    exclude_patterns: excluding,
    multiline: (value, { dialect, input }) => ({
      input: dialect === "claude" ? dotAll(input, isTrue(value)) : { multiline: value },
    }),
    multiline_dotall: (value, { input }) => ({ input: isTrue(value) ? dotAll(input, true) : {} }),
  },
};

/** The output as lists of matches; of files, where files or counts were asked for. */
function matchesOf({ files, mode, path, total, left_out, next_offset: nextOffset }: GrepFilesOutput) {
  const truncated = nextOffset !== undefined || left_out?.max_per_file !== undefined;
  const counted = mode === "count" && !truncated;
  const all = mode === "content" ? total : counted ? files.reduce((sum, { matches }) => sum + matches, 0) : undefined;
  return {
    path,
    matches: files.flatMap(({ path: file, rows }) =>
      rows.flatMap(({ line, text, match }, at) =>
        match ? [{ file, line, content: text, ...contextOf(rows, at) }] : [],
      ),
    ),
    ...(mode !== "content" && {
      files: files.map((file) => (mode === "count" ? { file: file.path, count: file.matches } : file.path)),
    }),
    // Absent where it is not known: the search stopped at its limit, or at the first match of each file.
    ...(all !== undefined && { totalMatches: all }),
    truncated,
    ...(nextOffset !== undefined && { nextOffset }),
  };
}

type Rows = GrepFilesOutput["files"][number]["rows"];

/** The lines around a match up to the next ones. */
function contextOf(rows: Rows, at: number): { readonly context?: readonly string[] } {
  const apart = (from: number, step: 1 | -1): string[] => {
    const row = rows[from];
    const isNext = row !== undefined && !row.match && row.line === (rows[from - step]?.line ?? 0) + step;
    return isNext ? [row.text, ...apart(from + step, step)] : [];
  };
  const context = [...apart(at - 1, -1).toReversed(), ...apart(at + 1, 1)];
  return context.length > 0 ? { context } : {};
}
