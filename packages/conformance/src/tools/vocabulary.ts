import { type Tool, toJsonSchema } from "@holdall/tool-core";
import { same } from "../_assert.ts";
import type { ToolCase } from "../tool/tool-case.ts";

type Node = Readonly<Record<string, unknown>>;

/** Words for what has one name in every result. */
const inResults: Readonly<Record<string, string>> = {
  complete: "left_out",
  cursor: "next_offset",
  cut: "left_out",
  cut_files: "left_out",
  duration: "duration_ms",
  elapsed: "duration_ms",
  end: "end_line",
  file_path: "path",
  filename: "path",
  first_line: "line",
  folder: "directory",
  found: "total",
  groups: "total",
  hidden_by_ignore: "left_out",
  is_truncated: "left_out",
  last_line: "end_line",
  lost_bytes: "left_out",
  matches: "total",
  maybe: "left_out",
  more: "left_out",
  ms: "duration_ms",
  next: "next_offset",
  not_permitted: "left_out",
  omitted: "left_out",
  others: "left_out",
  output_file: "output_path",
  seconds: "duration_ms",
  shown: "total",
  size: "bytes",
  skipped: "left_out",
  start_line: "line",
  time_zone: "timezone",
  too_deep: "left_out",
  total_chars: "total",
  total_count: "total",
  total_lines: "total",
  total_matches: "total",
  total_rows: "total",
  truncated: "left_out",
  unsure: "left_out",
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

/** Keywords that hold no schema, or one that was looked at already. */
const values = new Set(["enum", "const", "default", "properties"]);

/** The names of a schema's properties, nested ones too. In `left_out` they are reasons. */
function namesIn(node: unknown, into = new Set<string>()): Set<string> {
  if (typeof node !== "object" || node === null) return into;
  for (const [word, value] of Object.entries(node as Node)) {
    for (const [name, schema] of word === "properties" ? Object.entries(value as Node) : []) {
      if (!isOther(name, value as Node)) into.add(name);
      if (name !== "left_out") namesIn(schema, into);
    }
    if (!values.has(word)) namesIn(value, into);
  }
  return into;
}

/** Names that mean something else here: places in a text, how something ended, the budget of an agent, the matches of one file. */
const isOther = (name: string, { [name]: schema, ...siblings }: Node): boolean =>
  (name === "end" && ("start" in siblings || "offset" in siblings || Object(schema).type === "string")) ||
  (name === "seconds" && "turns" in siblings) ||
  (name === "matches" && "path" in siblings) ||
  (name === "found" && Object(schema).type === "object");

/** What `left_out` is where it is not numbers by reason, of which none has to be there: `true` stands for a number that is not known. */
function wrongLeftOut(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node as Node).flatMap(([name, value]) =>
    name === "left_out" && typeof value === "object"
      ? reasonsOf(value as Node).flatMap(([reason, isCount]) => (isCount ? [] : [`left_out.${reason} is not a number`]))
      : wrongLeftOut(value),
  );
}

function reasonsOf({
  type,
  properties = {},
  additionalProperties,
  required,
}: Node): [reason: string, isCount: boolean][] {
  if (type !== "object") return [["*", false]];
  const always = new Set(Array.isArray(required) ? required : []);
  const open = additionalProperties ? [["*", additionalProperties] as const] : [];
  return [...Object.entries(properties as Node), ...open].map(([reason, schema]) => [
    reason,
    !always.has(reason) && isCount(schema),
  ]);
}

function isCount(schema: unknown): boolean {
  const { type, const: value, anyOf } = Object(schema) as Node;
  if (Array.isArray(anyOf)) return anyOf.every(isCount);
  return type === "number" || type === "integer" || value === true;
}

const wrong = (schema: unknown, words: Readonly<Record<string, string>>) =>
  [...namesIn(schema)].flatMap((name) => (words[name] === undefined ? [] : [`${name}: say ${words[name]}`]));

/** One name for one thing, in the inputs and results of all tools. */
export const vocabularyCases: readonly ToolCase[] = [
  {
    name: "names what is in its result as every tool does",
    needs: ({ output }: Tool) => (output ? undefined : "the result has no schema"),
    async run({ output }) {
      const schema = output && toJsonSchema(output, "output");
      same([...wrong(schema, inResults), ...wrongLeftOut(schema)], [], "the names in the result");
    },
  },
  {
    name: "names its parameters as every tool does",
    async run({ input }) {
      same(wrong({ properties: toJsonSchema(input).properties }, inInputs), [], "the names of the parameters");
    },
  },
];
