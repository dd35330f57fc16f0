import type { GrepFilesInput, GrepFilesOutput } from "./grep-schema.ts";
import { count, leftOutLines } from "./page.ts";

/** Lines before and after a match that are shown at most. */
export const maxContext = 100;

/** A search result as the model reads it: a path, then `12: match` and `13- context` rows; what was left out at the end. */
export function renderGrep(found: GrepFilesOutput, asked: GrepFilesInput): string {
  const { mode, files } = found;
  const body =
    files.length === 0
      ? nothing(found, asked)
      : mode === "content"
        ? files.map((file) => [file.path, ...rowsOf(file)].join("\n")).join("\n\n")
        : files.map(({ path, matches }) => (mode === "count" ? `${path}: ${matches}` : path)).join("\n");
  const { before = 0, after = 0, context = 0 } = asked;
  const around = Math.max(before, after, context);
  const notes = notesOn(found, around > maxContext);
  if (around > 0 && mode !== "content" && files.length > 0)
    notes.unshift("Lines, and those around them, come with output_mode content.");
  return notes.length > 0 ? `${body}\n\n${notes.join("\n")}` : body;
}

function rowsOf({ rows }: GrepFilesOutput["files"][number]): string[] {
  let last = 0;
  return rows.flatMap(({ line, text, match }) => {
    const gap = last > 0 && line > last + 1 ? ["--"] : [];
    last = line;
    return [...gap, `${line}${match ? ":" : "-"} ${text}`];
  });
}

/** Four outcomes that must not be confused; a path that is missing is an error and never gets here. */
function nothing(found: GrepFilesOutput, asked: GrepFilesInput): string {
  const { path, searched, offset, total = 0, left_out = {} } = found;
  const { binary = 0 } = left_out;
  if (offset > 0 && total > 0) return `No more matches: there are only ${total}, offset ${offset} is past the end.`;
  if (searched === 0 && !left_out.unreadable && !left_out.too_large) {
    const limits = [asked.glob && `glob ${asked.glob}`, asked.type && `type ${asked.type}`].filter(Boolean);
    const why = limits.length > 0 ? ` that matches ${limits.join(" and ")}` : "";
    const look = !left_out.ignored && !asked.hidden ? ` ${dotFiles}` : "";
    return `Nothing was searched: there is no file below ${path}${why}.${look}`;
  }
  if (found.is_binary) {
    const named = `${path} is a binary file`;
    return binary > 0 ? `${named}: it matches, but its lines are not shown.` : `No matches: ${named}.`;
  }
  const where = `${count(searched, "file")}${binary > 0 ? " of text" : ""}`;
  return [`No matches in ${where}.`, ...reasons(found, asked)].join(" ");
}

const dotFiles = "Dot files were skipped (hidden: true includes them).";

/** Why there may be none, and what to try. */
function reasons(
  { searched, other_case }: GrepFilesOutput,
  { pattern, literal, glob, type, hidden }: GrepFilesInput,
): string[] {
  const asText = "The pattern was read as a regular expression; set literal: true if you meant the text.";
  return [
    other_case && "It matches when case is ignored (ignore_case: true).",
    literal && looksLikeRegex(pattern) && "The pattern looks like a regular expression, but literal was set.",
    !literal && /[.*+?()[\]{}|^$\\]/.test(pattern.replace(/^\(\?s\)/, "")) && asText,
    (glob !== undefined || type !== undefined) && "Only files that match glob and type were searched.",
    !hidden && searched > 1 && dotFiles,
  ].filter((reason) => typeof reason === "string");
}

const looksLikeRegex = (pattern: string): boolean => /\\[a-zA-Z]|\.[*+]|\[[^\]]+\]|\(.*\|.*\)|^\^|\$$/.test(pattern);

function notesOn(
  {
    mode,
    files,
    total,
    offset,
    next_offset,
    is_binary,
    left_out = {},
    binary_files = [],
    unread_documents = [],
  }: GrepFilesOutput,
  cutContext: boolean,
): string[] {
  const noun = mode === "content" ? "match" : "file";
  const clipped = files.reduce((sum, { rows }) => sum + rows.filter((row) => row.clipped).length, 0);
  const { binary = 0, unreadable = 0, too_large: tooLarge = 0, max_per_file: cutFiles = 0 } = left_out;
  const more = binary > binary_files.length ? " and others" : "";
  const skips = [unreadable > 0 && `${unreadable} unreadable`, tooLarge > 0 && `${tooLarge} over 64 MB`].filter(
    Boolean,
  );
  return [
    ...(next_offset !== undefined
      ? [
          `Showing ${noun === "match" ? "matches" : "files"} ${offset + 1}-${next_offset}; there are more. Next: offset=${next_offset}.`,
        ]
      : []),
    ...(mode === "count" && total !== undefined && files.length > 0
      ? [
          `${count(
            files.reduce((sum, file) => sum + file.matches, 0),
            "match",
            "matches",
          )} in ${count(files.length, "file")}.`,
        ]
      : []),
    ...(cutFiles > 0 ? [`max_per_file left out matches in ${count(cutFiles, "file")}.`] : []),
    ...(cutContext && files.length > 0 ? [`At most ${maxContext} lines around a match are shown.`] : []),
    ...(clipped > 0 ? [`${count(clipped, "long line")} clipped (…).`] : []),
    ...(binary_files.length > 0 && !is_binary
      ? [`${count(binary, "binary file matches", "binary files match")}: ${binary_files.join(", ")}${more}.`]
      : []),
    ...(unread_documents.length > 0
      ? [
          `${count(left_out.documents ?? 0, "document")} not searched (encrypted, broken, or too large): ${unread_documents.join(", ")}. {read_file} says why.`,
        ]
      : []),
    ...(skips.length > 0 ? [`Not searched: ${skips.join(", ")}.`] : []),
    ...leftOutLines(left_out),
  ];
}
