import { showPath } from "@holdall/tool-kit/file-tools";
import { type CodebaseSearchInput, type CodebaseSearchOutput, pathsOf } from "./schema.ts";

/** Results as the model reads them: place, definition and reasons in a line each, then the lines themselves. */
export function renderSearch(found: CodebaseSearchOutput, asked: CodebaseSearchInput): string {
  const { results, indexed, skipped, truncated, not_permitted, hidden_by_ignore, notes = [] } = found;
  const blocks = results.map(({ path, line: start, end_line: end, symbol, why, content }) => {
    const head = `${showPath(path)}:${start}-${end}${symbol ? ` ${symbol}` : ""} (${why.join("; ")})`;
    return `${head}\n${numbered(content, start)}`;
  });
  const searched = indexed + skipped.beyond_index;
  const within = asked.glob !== undefined || pathsOf(asked)[0] !== "." ? " Widen paths or glob, or use" : " Use";
  const nothing =
    searched === 0
      ? "Nothing was searched: there are no text files there."
      : `None of ${files(searched)} has any of these words.${within} other words.`;
  const tail = [
    truncated ? "More files match; raise limit, or make the query more precise." : "",
    skipped.beyond_index > 0
      ? `${files(skipped.beyond_index)} did not fit into the index: searched for words only; narrow paths.`
      : "",
    skipped.too_large > 0 ? `Not searched: ${files(skipped.too_large)} above 1 MiB.` : "",
    not_permitted > 0 ? `Not permitted to be read: ${not_permitted} of the files and folders.` : "",
    results.length === 0 && hidden_by_ignore > 0
      ? `Ignore rules hide ${hidden_by_ignore} of the files and folders.`
      : "",
    ...notes,
  ].filter((line) => line !== "");
  return [blocks.length > 0 ? blocks.join("\n\n") : nothing, ...(tail.length > 0 ? [tail.join("\n")] : [])].join(
    "\n\n",
  );
}

const files = (count: number): string => `${count} ${count === 1 ? "file" : "files"}`;

const numbered = (content: string, first: number): string =>
  content
    .split("\n")
    .map((line, i) => `${first + i} ${line}`)
    .join("\n");
