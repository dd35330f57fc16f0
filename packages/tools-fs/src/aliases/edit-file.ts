import type { Aliases, ForeignParam } from "@holdall/tool-core";

/** What other agents' edit tools accept besides the texts. */
export const editHints: NonNullable<Aliases["foreign"]> = {
  instruction: "",
  instructions: "",
  expected_replacements: (value) =>
    Number(value) > 1
      ? { input: { replace_all: true }, note: "Every occurrence was replaced; expected_replacements was not checked." }
      : {},
};

/** opencode names the file in each edit of one file, too. */
export const editsOfOneFile: ForeignParam = (value) => {
  if (!Array.isArray(value)) return { input: { edits: value } };
  const bare = (edit: object) => Object.fromEntries(Object.entries(edit).filter(([key]) => !/^file_?path$/i.test(key)));
  return { input: { edits: value.map((edit: unknown) => (typeof edit === "object" && edit ? bare(edit) : edit)) } };
};
