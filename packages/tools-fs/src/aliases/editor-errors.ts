import { ToolError, type ToolErrorCode } from "@holdall/tool-core";

/** How the editor's documentation begins an error. */
const editorErrors: Readonly<Partial<Record<ToolErrorCode, string>>> = {
  not_found: "Error: File not found.",
  no_match: "Error: No match found for replacement.",
  ambiguous: "Error: Found several matches for replacement text.",
  permission_denied: "Error: Permission denied.",
};

/** The next step where ours would need a parameter that the editor does not have. */
const editorHints: Readonly<Partial<Record<ToolErrorCode, string>>> = {
  not_read: "Look at the file with the command view, then make this call again.",
  ambiguous: "Nothing was changed. Quote more lines around the place in old_str, so that it occurs once.",
};

/** Words of ours in an error, as the editor has them. */
const editorWords: readonly (readonly [RegExp, string])[] = [
  [/\bold_?string\b/gi, "old_str"],
  [/\bnew_?string\b/gi, "new_str"],
];

/** The error of a file tool in the words of the editor; what follows the first line may be text of a file. */
export function asEditor({ code, message, hint, data, cause }: ToolError): ToolError {
  const spelled = (value: string) => {
    const end = `${value}\n`.indexOf("\n");
    return (
      editorWords.reduce((words, [ours, theirs]) => words.replace(ours, theirs), value.slice(0, end)) + value.slice(end)
    );
  };
  const told = spelled(message);
  const head = editorErrors[code];
  return new ToolError(code, head ? `${head} ${told}` : told, {
    hint: editorHints[code] ?? (hint && spelled(hint)),
    data,
    cause,
  });
}
