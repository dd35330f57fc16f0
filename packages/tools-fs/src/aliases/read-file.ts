import type { Aliases, ForeignParam } from "@holdall/tool-core";
import { never } from "./rules.ts";

/** The last line wanted, beside the first. */
const lastLine: ForeignParam = (value, { input: { offset } }) => {
  const [first, last] = [Number(offset ?? 1), Number(value)];
  if (last === -1) return {}; // the end of the file
  return { input: { limit: Math.max(1, last - Math.max(1, first) + 1) } };
};

/** How other agents call the reading of a file. */
export const readFileSpellings: Aliases = {
  claude: { name: "Read", params: { path: "file_path" } },
  names: ["file_read", "view_file", "cat_file", "open_file", "view_image", "notebook_read", "read_notebook"],
  params: {
    target_file: "path",
    filename: "path",
    notebook_path: "path",
    start_line: "offset",
    start_line_one_indexed: "offset",
  },
  foreign: {
    /** gemini-cli's, which counts lines from 0. */
    absolute_path: (value, { input: { offset } }) => ({
      input: { path: value, ...(offset !== undefined && { offset: Number(offset) + 1 }) },
    }),
    end_line: lastLine,
    end_line_one_indexed_inclusive: lastLine,
    view_range: (value) => {
      const [first = 1, last = -1] = Array.isArray(value) ? value.map(Number) : [];
      return { input: { offset: first, ...(last !== -1 && { limit: Math.max(1, last - first + 1) }) } };
    },
    should_read_entire_file: "",
    mode: (value) => (value === "slice" ? {} : { note: "mode was not used: lines are shown as they are." }),
    indentation: never("indentation was not used: lines are shown as they are."),
  },
};
