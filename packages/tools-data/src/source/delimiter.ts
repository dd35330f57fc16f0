import { ToolError } from "@holdall/tool-core";

/** Names of delimiters, as models write them. */
const names: Readonly<Record<string, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  "\\t": "\t",
  pipe: "|",
  colon: ":",
  space: " ",
};

/** The character that separates cells. Throws `invalid_input` for what cannot be one. */
export function readDelimiter(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const delimiter = names[written.toLowerCase()] ?? written;
  if (/^[\t -~]$/.test(delimiter) && delimiter !== '"') return delimiter;
  throw new ToolError("invalid_input", `${JSON.stringify(written.slice(0, 40))} cannot be the delimiter of CSV.`, {
    hint: "Use one ASCII character, such as ; or tab. Without `delimiter`, it is detected from the first lines.",
  });
}
