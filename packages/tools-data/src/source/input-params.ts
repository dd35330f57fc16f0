import {
  type Access,
  type Backend,
  type ForeignCall,
  type ForeignParam,
  type Path,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import * as z from "zod";
import { type Format, formatOf, formatOfPath, formats } from "../formats/formats.ts";

/** A whole number from a minimum on. The schema for models leaves the range unsaid: the error says it in time. */
export const whole = (min: number, max = 1e9) =>
  z.int().refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

/** Where data comes from, as all three tools take it. */
export const inputParams = {
  path: z.string().optional(),
  text: z.string().optional().describe("Instead of path"),
  from: z.string().optional().describe("Its format"),
  encoding: z.string().optional(),
  delimiter: z.string().optional(),
  header: z.boolean().optional().describe("false: columns are c1, c2, …"),
  sheet: z.string().optional(),
  table: z.string().optional().describe("$.items"),
};

/** What a result says of values that were lost. */
export const lossParams = {
  losses: z.array(
    z.object({ what: z.string(), count: z.number(), example: z.string().optional(), line: z.number().optional() }),
  ),
  notes: z.array(z.string()),
};

/** What a call works with. */
export interface CallPlace {
  readonly backend: Backend;
  readonly cwd: Path;
  readonly signal: AbortSignal;
}

export interface InputParams {
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  readonly from?: string | undefined;
  readonly output_path?: string | undefined;
}

/** Spellings of other agents. */
export const inputAliases = {
  file_path: "path",
  file: "path",
  input_path: "path",
  filename: "path",
  csv: "text",
  json: "text",
  string: "text",
  from_format: "from",
  input_format: "from",
  sheet_name: "sheet",
  output: "output_path",
  output_file: "output_path",
  destination: "output_path",
} as const;

/** The name of a file with a known extension, on one line. */
const isFileName = (value: string): boolean =>
  value.length <= 400 && !/[\n,{[<]/.test(value) && formatOfPath(value) !== undefined;

/** Parameters that some tool sets use for the data itself, others for its file. */
const dataOrPath = (value: unknown) => ({
  input: typeof value === "string" && isFileName(value) ? { path: value } : { text: asText(value) },
});

/** Data that was sent as a value instead of its JSON. */
const asText = (value: unknown): unknown => (typeof value === "object" ? JSON.stringify(value) : value);

export const inputForeign = {
  data: dataOrPath,
  content: dataOrPath,
  input: dataOrPath,
  source: dataOrPath,
} as const;

/** Other names of a parameter, whose values are read in one way. */
export const foreignParams = (
  names: readonly string[],
  param: string,
  read: (written: unknown) => unknown,
): Record<string, ForeignParam> =>
  Object.fromEntries(names.map((name) => [name, (value: unknown) => ({ input: { [param]: read(value) } })]));

export const measureNames = ["measures", "aggregations", "aggregates", "aggregate", "metrics", "agg"];

/** Whether a call wants figures of groups, not rows. */
export const isMeasured = (input: Readonly<Record<string, unknown>>): boolean =>
  [...measureNames, "groupby"].some((key) => input[key] !== undefined);

/** One reading of the calls of several tools. */
export const callsOfOthers = (tools: readonly string[], read: ForeignCall): Record<string, ForeignCall> =>
  Object.fromEntries(tools.map((tool) => [tool, read]));

/** Next to the data itself, a path is that of the result. */
export const forOutput: ForeignCall = ({ path, filepath = path, file = filepath, ...rest }) => {
  const data = ["text", "content", "data", "input", "csv", "json"].map((key) => rest[key]);
  const isGiven = data.some((each) => each !== undefined && !(typeof each === "string" && isFileName(each)));
  const hasPlace = ["outputpath", "output", "outputfile", "destination"].some((key) => rest[key] !== undefined);
  return isGiven && !hasPlace && typeof file === "string" ? { ...rest, output_path: file } : undefined;
};

/** The files that a call touches. */
export function inputAccess({ path, output_path }: InputParams, { cwd }: { readonly cwd: Path }): Access[] {
  return [
    ...(path === undefined ? [] : [{ action: "read" as const, target: toPath(path, cwd) }]),
    ...(output_path === undefined ? [] : [{ action: "write" as const, target: toPath(output_path, cwd) }]),
  ];
}

/** Characters that a call may carry as data. */
const maxText = 262_144;

/** Throws `invalid_input` unless there is exactly one of `path` and `text`, and `too_large` for much text. */
export function checkInput({ path, text }: InputParams): void {
  if (text !== undefined && text.length > maxText)
    throw new ToolError("too_large", `The text has ${text.length} characters; the limit per call is ${maxText}.`, {
      hint: "Write it to a file, and pass that as `path`.",
    });
  if ((path === undefined) !== (text === undefined)) return;
  throw new ToolError(
    "invalid_input",
    path === undefined ? "No data was given." : "Both a path and a text were given.",
    {
      hint: "Give `path` for a file, or `text` for the data itself.",
    },
  );
}

/** The format that a parameter names. Throws `invalid_input` with those there are. */
export function readFormat(name: string | undefined): Format | undefined {
  if (name === undefined) return undefined;
  const format = formatOf(name);
  if (format) return format;
  throw new ToolError("invalid_input", `${JSON.stringify(name.slice(0, 40))} is not a known format.`, {
    hint: `Use one of ${formats.join(", ")}.`,
  });
}

/** Columns that are chosen; undefined for all of them. Throws `invalid_input` for one that is named twice. */
export function chosenColumns(names: readonly string[] | undefined): string[] | undefined {
  if (!names || names.length === 0) return undefined;
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return [...names];
  throw new ToolError("invalid_input", `The column ${JSON.stringify(twice)} is named twice.`, {
    hint: "Name each of the `columns` once.",
    data: { column: twice },
  });
}

/** The format to write: as named, else by the name of the file, else `otherwise`. */
export const outputFormat = (to: string | undefined, output: string | undefined, otherwise: Format): Format =>
  readFormat(to) ?? (output === undefined ? undefined : formatOfPath(output)) ?? otherwise;
