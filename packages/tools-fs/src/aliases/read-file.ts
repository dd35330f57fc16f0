import { type Aliases, type ForeignParam, ToolError } from "@holdall/tool-core";
import { renderRead } from "../read/render-read.ts";
import type { ReadFileOutput } from "../read/schema.ts";
import { readCalls } from "./foreign-calls.ts";
import { never } from "./rules.ts";

/** The last line wanted, beside the first. */
const lastLine: ForeignParam = (value, { input: { offset } }) => {
  const [first, last] = [Number(offset ?? 1), Number(value)];
  if (last === -1) return {}; // the end of the file
  return { input: { limit: Math.max(1, last - Math.max(1, first) + 1) } };
};

/** `[2, 3]`, `"2-3"`, `{ start: 2, end: 3 }`, or one line; -1 is the end of the file. */
const lineRange: ForeignParam = (value) => {
  const { start, end, from, to, first, last } = Object(value) as Readonly<Record<string, unknown>>;
  const numbers = Array.isArray(value)
    ? value.flat().map(Number)
    : typeof value === "object"
      ? [start ?? from ?? first, end ?? to ?? last].map((each) => Number(each ?? -1))
      : (String(value).match(/-1$|\d+/g) ?? []).map(Number);
  const [begin = 1, stop = numbers.length === 1 ? begin : -1] = numbers;
  if (numbers.length > 2 || numbers.some((each) => !Number.isInteger(each))) {
    throw new ToolError("invalid_input", `${JSON.stringify(value)} is not a range of lines.`, {
      hint: "Send offset (the first line, from 1) and limit (how many lines).",
    });
  }
  const offset = Math.max(1, begin);
  return { input: { offset, ...(stop >= 0 && { limit: Math.max(1, stop - offset + 1) }) } };
};

/** Rows as `cat -n` prints them: a tab after the number. */
const withTabs = (output: ReadFileOutput): ReadFileOutput =>
  output.kind === "text" ? { ...output, content: output.content.split("\n").map(withTab).join("\n") } : output;

const withTab = (row: string): string => {
  const [number = ""] = /^\d+(?= {2})/.exec(row) ?? [];
  return number === "" ? row : `${number}\t${row.slice(number.length + 2)}`;
};

/** How other agents call the reading of a file. */
export const readFileSpellings: Aliases = {
  claude: {
    name: "Read",
    params: { path: "file_path" },
    render: (output) => renderRead(withTabs(output as ReadFileOutput)),
  },
  calls: readCalls,
  names: ["file_read", "view_file", "cat_file", "open_file", "view_image", "notebook_read", "read_notebook"],
  params: {
    target_file: "path",
    filename: "path",
    notebook_path: "path",
    start_line: "offset",
    start_line_one_indexed: "offset",
    sheets: "pages",
    sheet: "pages",
    sheet_name: "pages",
    page_range: "pages",
    slides: "pages",
  },
  foreign: {
    /** gemini-cli's, which counts lines from 0. */
    absolute_path: (value, { input: { offset } }) => ({
      input: { path: value, ...(offset !== undefined && { offset: Number(offset) + 1 }) },
    }),
    end_line: lastLine,
    end_line_one_indexed_inclusive: lastLine,
    ...Object.fromEntries(
      ["view_range", "line_range", "lines", "range", "line_numbers", "read_range"].map((key) => [key, lineRange]),
    ),
    line: (value) => ({ input: { offset: Number(value) } }),
    should_read_entire_file: "",
    mode: (value) => (value === "slice" ? {} : { note: "mode was not used: lines are shown as they are." }),
    indentation: never("indentation was not used: lines are shown as they are."),
  },
};
