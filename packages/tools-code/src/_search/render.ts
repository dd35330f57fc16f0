import { showPath } from "@holdall/tool-kit/file-tools";
import { type CodebaseSearchInput, type CodebaseSearchOutput, pathsOf } from "./schema.ts";

/** Results as the model reads them: place, definition and reasons in a line each, then the lines themselves. */
export function renderSearch(found: CodebaseSearchOutput, asked: CodebaseSearchInput): string {
  const { results, indexed, left_out = {}, notes = [] } = found;
  const { beyond_index = 0, beyond_limit = 0, too_large = 0, not_permitted = 0, ignored = 0 } = left_out;
  const blocks = results.map(({ path, line: start, end_line: end, symbol, why, content }) => {
    const head = `${showPath(path)}:${start}-${end}${symbol ? ` ${symbol}` : ""} (${why.join("; ")})`;
    return `${head}\n${numbered(content, start)}`;
  });
  const searched = indexed + beyond_index;
  const within = asked.glob !== undefined || pathsOf(asked)[0] !== "." ? " Widen paths or glob, or use" : " Use";
  const nothing =
    searched === 0
      ? "Nothing was searched: there are no text files there."
      : `None of ${files(searched)} has any of these words.${within} other words.`;
  const tail = [
    beyond_limit > 0 ? "More files match; raise limit, or make the query more precise." : "",
    beyond_index > 0 ? `${files(beyond_index)} did not fit into the index: searched for words only; narrow paths.` : "",
    too_large > 0 ? `Not searched: ${files(too_large)} above 1 MiB.` : "",
    not_permitted > 0 ? `Not permitted to be read: ${not_permitted} of the files and folders.` : "",
    results.length === 0 && ignored > 0 ? `Ignore rules hide ${ignored} of the files and folders.` : "",
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
