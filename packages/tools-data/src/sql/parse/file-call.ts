import { ToolError } from "@holdall/tool-core";
import { fileFunctions, fileOptions } from "./sql-functions.ts";

/** A function that reads files: which, and how. */
export interface FileCall {
  readonly format: string;
  readonly paths: readonly string[];
  /** The sheet of a workbook, or the table of an SQLite file. */
  readonly part?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly header?: boolean | undefined;
  /** The names of options that the engine itself must read. */
  readonly engineOptions: readonly string[];
}

/** A value between its brackets: files as constants, or an option with its name in lower case. */
export interface FileArgument {
  readonly option?: string | undefined;
  /** The names of files, if it is a text or a list of texts. */
  readonly paths?: readonly string[] | undefined;
  readonly text?: string | undefined;
  readonly flag?: boolean | undefined;
}

/** Read a call. Throws `permission_denied` for other options, and `invalid_input` where a file is not named as a constant. */
export function fileCall(name: string, given: readonly FileArgument[]): FileCall {
  const format = fileFunctions[name]!;
  const written: FileArgument[] = [];
  const own: { part?: string | undefined; delimiter?: string; header?: boolean } = {};
  const engineOptions: string[] = [];
  for (const each of given) {
    const { option, text, flag } = each;
    if (option === undefined) {
      written.push(each);
      continue;
    }
    if (!fileOptions.has(option))
      throw new ToolError("permission_denied", `${name}: the option ${option.slice(0, 60)} is not available.`, {
        hint: `Leave it out, or use one of ${[...fileOptions].join(", ")}.`,
      });
    if (option === "sheet" && text !== undefined) own.part = text;
    else if (delimiterOptions.has(option) && text !== undefined) own.delimiter = text;
    else if (option === "header" && flag !== undefined) own.header = flag;
    else if (!ownDefaults.has(option)) engineOptions.push(option);
  }
  const [first, second, ...more] = written;
  if (format === "sqlite") own.part = second?.text;
  const paths = first?.paths;
  if (paths && more.length === 0 && (second === undefined || own.part !== undefined))
    return { format, paths, ...own, engineOptions };
  throw new ToolError("invalid_input", `${name} needs the name of a file as text in the query.`, {
    hint: `Write ${name}('data.csv'), or several files as ${name}(['a.csv', 'b.csv']). The permission for a file is checked before the query runs.`,
  });
}

const delimiterOptions = new Set(["delim", "delimiter", "sep"]);
/** What happens anyway: all rows decide on the types, and columns of several files are matched by name. */
const ownDefaults = new Set(["sample_size", "union_by_name"]);
