import { type Tool, toJsonSchema } from "@holdall/tool-core";
import { same } from "../_assert.ts";
import type { ToolCase } from "../tool-case.ts";

type Node = Readonly<Record<string, unknown>>;

/** Words for what has one name in every result. */
const inResults: Readonly<Record<string, string>> = {
  cursor: "next_offset",
  duration: "duration_ms",
  elapsed: "duration_ms",
  end: "end_line",
  file_path: "path",
  filename: "path",
  first_line: "line",
  folder: "directory",
  last_line: "end_line",
  more: "truncated",
  ms: "duration_ms",
  next: "next_offset",
  omitted: "left_out",
  output_file: "output_path",
  seconds: "duration_ms",
  size: "bytes",
  start_line: "line",
  time_zone: "timezone",
  total_chars: "total",
  total_lines: "total",
  warnings: "notes",
};

/** Words for what has one name in every input; each is accepted as an alias. */
const inInputs: Readonly<Record<string, string>> = {
  cursor: "offset",
  file: "path",
  file_path: "path",
  filename: "path",
  folder: "path",
  max_results: "limit",
  max_sources: "limit",
  output_file: "output_path",
  skip: "offset",
  time_zone: "timezone",
  timeout_ms: "timeout",
  timeout_seconds: "timeout",
  top_k: "limit",
};

/** The names of a schema's properties, nested ones too. */
function namesIn(node: unknown, into = new Set<string>()): Set<string> {
  if (typeof node !== "object" || node === null) return into;
  for (const [word, value] of Object.entries(node as Node)) {
    for (const name of word === "properties" ? Object.keys(value as Node) : [])
      if (!isOther(name, value as Node)) into.add(name);
    if (word !== "enum" && word !== "const" && word !== "default") namesIn(value, into);
  }
  return into;
}

/** Names that mean something else here: places in a text, how something ended, and the budget of an agent. */
const isOther = (name: string, { [name]: schema, ...siblings }: Node): boolean =>
  (name === "end" && ("start" in siblings || "offset" in siblings || Object(schema).type === "string")) ||
  (name === "seconds" && "turns" in siblings);

const wrong = (schema: unknown, words: Readonly<Record<string, string>>) =>
  [...namesIn(schema)].flatMap((name) => (words[name] === undefined ? [] : [`${name}: say ${words[name]}`]));

/** One name for one thing, in the inputs and results of all tools. */
export const vocabularyCases: readonly ToolCase[] = [
  {
    name: "names what is in its result as every tool does",
    needs: ({ output }: Tool) => (output ? undefined : "the result has no schema"),
    async run({ output }) {
      same(output && wrong(toJsonSchema(output, "output"), inResults), [], "the names in the result");
    },
  },
  {
    name: "names its parameters as every tool does",
    async run({ input }) {
      same(wrong({ properties: toJsonSchema(input).properties }, inInputs), [], "the names of the parameters");
    },
  },
];
