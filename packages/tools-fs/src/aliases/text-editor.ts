/** The arguments of Anthropic's text editor, as its schema has them. */
export interface EditorInput {
  readonly command: string;
  readonly path: string;
  readonly view_range?: readonly number[] | undefined;
  readonly old_str?: string | undefined;
  readonly new_str?: string | undefined;
  readonly file_text?: string | undefined;
  readonly insert_line?: number | undefined;
  readonly insert_text?: string | undefined;
}

/** One command of the editor: the tool of ours that does it, and how its result begins. */
export interface EditorCommand {
  readonly tool: string;
  readonly required?: readonly (keyof EditorInput)[];
  input(input: EditorInput): Readonly<Record<string, unknown>>;
  /** What stands in place of the first line of the result. The result as it is, if absent. */
  done?(input: EditorInput): string;
}

/** A patch that adds lines below a line. */
function insertion({ path, insert_line: at = 0, insert_text, new_str }: EditorInput): string {
  const lines = (insert_text ?? new_str ?? "").replace(/\n$/, "").split("\n");
  const header = `--- ${path}\n+++ ${path}\n@@ -${at},0 +${at + 1},${lines.length} @@`;
  return [header, ...lines.map((line) => `+${line}`), ""].join("\n");
}

/** The commands; each is a call of a file tool, with the guards and the record of reads that it has. */
export const editorCommands: Readonly<Record<string, EditorCommand>> = {
  view: {
    tool: "read_file",
    input: ({ path, view_range }) => ({ path, ...(view_range && { view_range }) }),
  },
  create: {
    tool: "write_file",
    required: ["file_text"],
    input: ({ path, file_text }) => ({ path, content: file_text }),
    done: ({ path }) => `Successfully created file: ${path}`,
  },
  str_replace: {
    tool: "edit_file",
    required: ["old_str"],
    input: ({ path, old_str, new_str = "" }) => ({ path, old_string: old_str, new_string: new_str }),
    done: () => "Successfully replaced text at exactly one location.",
  },
  insert: {
    tool: "apply_patch",
    required: ["insert_line"],
    input: (input) => ({ patch: insertion(input) }),
    done: ({ insert_line: line, path }) => `Successfully inserted text after line ${line} of ${path}.`,
  },
  undo_edit: {
    tool: "undo",
    input: ({ path }) => ({ path }),
    done: ({ path }) => `Successfully undid the last edit of ${path}.`,
  },
};
