import { type ForeignParam, ToolError } from "@holdall/tool-core";

/** Texts that a call sent as data, until they are written. */
export interface DataTexts {
  /** Reads `content`: a text as it is, an object or a list as JSON where the file holds JSON. */
  readonly read: ForeignParam;
  /** Whether a text was made of data. Once for each, unless it is kept for the run that follows. */
  take(text: string, keep?: boolean): boolean;
}

const maxWaiting = 32;
const isJson = /\.(?:\w*json[c5]?|ipynb|webmanifest|har|map|code-workspace|importmap)$|(?:^|\/)\.\w+rc$/i;
const isJsonLines = /\.(?:jsonl|ndjson|jsonlines)$/i;

export function createDataTexts(): DataTexts {
  const waiting = new Set<string>();
  return {
    read(value, { input: { path } }) {
      if (typeof value !== "object") return { input: { content: value } };
      const name = String(path ?? "");
      const lines = isJsonLines.test(name);
      if (!lines && !isJson.test(name)) {
        throw new ToolError(
          "invalid_input",
          `content is ${Array.isArray(value) ? "a list" : "an object"}, not a text.`,
          {
            hint: "Send the text of the file as one string. Objects and lists are written as JSON to .json files only.",
          },
        );
      }
      const each = lines && Array.isArray(value) ? (value as unknown[]) : [value];
      const content = lines
        ? each.map((row) => `${JSON.stringify(row)}\n`).join("")
        : `${JSON.stringify(value, null, 2)}\n`;
      if (waiting.size >= maxWaiting) waiting.clear();
      if (!lines) waiting.add(content);
      return {
        input: { content },
        note: `content was ${Array.isArray(value) ? "a list" : "an object"} and was written as JSON${lines ? ", one value on a line" : ""}.`,
      };
    },
    take: (text, keep) => (keep ? waiting.has(text) : waiting.delete(text)),
  };
}

/** JSON in the style of the file that it replaces: its indentation, and its line break at the end. */
export function styleLike(json: string, before: string | undefined): string {
  if (before === undefined || !/^\s*[[{]/.test(before)) return json;
  const indent = /^\s*[[{][ \t]*\r?\n([ \t]+)/.exec(before)?.[1] ?? (before.trim().includes("\n") ? 2 : 0);
  const end = /\n\s*$/.test(before) ? "\n" : "";
  return `${JSON.stringify(JSON.parse(json), null, indent)}${end}`;
}
