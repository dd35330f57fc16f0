import { type Aliases, type ForeignCall, ToolError } from "@holdall/tool-core";

type Calls = NonNullable<Aliases["calls"]>;
type Input = Parameters<ForeignCall>[0];

/** Files to read together: the first, where there are several, and how to go on. */
const several: ForeignCall = ({ paths, files }) => {
  const all = [paths ?? files ?? []].flat().map((each) => String(Object(each).path ?? each));
  const [first] = all;
  if (first === undefined) return undefined;
  if (all.length === 1) return { path: first };
  throw new ToolError("invalid_input", "One call reads one file.", {
    hint: `Make a call of {read_file} for each, at once: path ${all.map((path) => JSON.stringify(path)).join(", path ")}.`,
    data: { call: { tool: "read_file", input: { path: first } }, paths: all },
  });
};

/** Given parameters only. */
const given = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** Lines at the start or the end of a file. */
const readText: ForeignCall = ({ path, head, tail }) =>
  given({ path, limit: head, ...(tail !== undefined && { offset: -Number(tail) }) });

/** Calls of other tool sets that read a file. */
export const readCalls: Calls = {
  read_text_file: readText,
  read_media_file: readText,
  read_many_files: several,
  read_multiple_files: several,
};

/** Calls that list folders. */
export const listCalls: Calls = {
  directory_tree: ({ path }) => given({ path, depth: 20 }),
  list_directory_with_sizes: ({ path }) => given({ path }),
};

/** Cline's `search_files` looks into files. */
export const grepCalls: Calls = {
  search_files: ({ regex, path, filepattern }) =>
    regex === undefined ? undefined : given({ pattern: regex, path, glob: filepattern }),
};

/** Cline's blocks: lines between SEARCH and =======, and between that and REPLACE. */
function blocksOf(diff: unknown): readonly { readonly old_string: string; readonly new_string: string }[] {
  const block = /^(?:-{3,}|<{3,}) ?SEARCH>?\n([\s\S]*?)^={3,}\n([\s\S]*?)^(?:\+{3,}|>{3,}) ?REPLACE>?\s*$/gm;
  const bare = (text = "") => text.replace(/\n$/, "");
  return [...`${diff}\n`.matchAll(block)].map(([, old, next]) => ({ old_string: bare(old), new_string: bare(next) }));
}

/** Calls that replace one text. */
export const editCalls: Calls = {
  replace_in_file({ path, diff }) {
    const blocks = blocksOf(diff);
    return blocks.length === 1 ? given({ path, ...blocks[0] }) : undefined;
  },
  edit_file: sketched,
};

/** Calls that make several edits of a file. */
export const multiEditCalls: Calls = {
  edit_file: ({ path, filepath, edits, dryrun }) =>
    edits === undefined ? undefined : given({ path: path ?? filepath, edits, dry_run: dryrun }),
  replace_in_file({ path, diff }) {
    const edits = blocksOf(diff);
    return edits.length > 1 ? given({ path, edits }) : undefined;
  },
};

/** Marks of lines that a sketch of a change leaves out. */
const omission = /^\s*(?:\/\/|#|--|\/\*|<!--|;)\s*\.{3}.*$/;

/** Cursor's `code_edit` is a sketch for another model; the error has the call of ours that it comes nearest to. */
function sketched({ codeedit, targetfile, path = targetfile }: Input): undefined {
  if (typeof codeedit !== "string") return undefined;
  const lines = codeedit.split("\n");
  const parts = lines.map((line) => omission.test(line));
  const content = lines.filter((_, at) => !parts[at]).join("\n");
  const [isAfter, isWhole] = [parts[0] === true && !parts.slice(1).includes(true), !parts.includes(true)];
  const call = isWhole
    ? { tool: "write_file", input: { path, content, overwrite: true } }
    : isAfter
      ? { tool: "append_file", input: { path, content: `${content}\n` } }
      : { tool: "read_file", input: { path } };
  const hint = isWhole
    ? "It has no gaps, so that it can be the whole file: call {write_file} with it as content."
    : isAfter
      ? "It continues the end of the file: call {append_file} with the new lines as content."
      : "Read the file with {read_file}; then call {edit_file} with the present lines as old_string and the new ones as new_string.";
  throw new ToolError("invalid_input", "code_edit is a sketch that only another model could apply.", {
    hint,
    data: { call },
  });
}
