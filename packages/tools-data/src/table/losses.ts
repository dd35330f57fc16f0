import { ToolError } from "@holdall/tool-core";

/** Something of the input that the output does not have. */
export interface Loss {
  readonly what: string;
  readonly count: number;
  readonly example?: string | undefined;
  readonly line?: number | undefined;
}

export interface Losses {
  add(what: string, at?: { readonly example?: string; readonly line?: number; readonly count?: number }): void;
  readonly all: readonly Loss[];
}

/** Counts losses, with the first example of each kind. With `strict` the first loss is `unsupported`. */
export function createLosses(strict: boolean): Losses {
  const found = new Map<
    string,
    { what: string; count: number; example?: string | undefined; line?: number | undefined }
  >();
  return {
    add(what, { example, line, count = 1 } = {}) {
      if (strict) throw refused(what, example, line);
      const known = found.get(what);
      if (known) known.count += count;
      else found.set(what, { what, count, example: example?.slice(0, 80), line });
    },
    get all() {
      return [...found.values()];
    },
  };
}

/** Half of a surrogate pair, which JSON can name, cannot be written as UTF-8: that is a loss. */
export function noteHalves(text: string, losses: Losses, line?: number): void {
  if (text.isWellFormed()) return;
  const at = text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  const example = `\\u${text.charCodeAt(at).toString(16)}`;
  losses.add("halves of surrogate pairs are written as \ufffd", { example, ...(line !== undefined && { line }) });
}

/** The bytes of a text, and what they do not have of it. */
export function encodeText(text: string, losses: Losses, line?: number): Uint8Array {
  noteHalves(text, losses, line);
  return new TextEncoder().encode(text);
}

const refused = (what: string, example: string | undefined, line: number | undefined): ToolError =>
  new ToolError(
    "unsupported",
    `Something would be lost: ${what}${line === undefined ? "" : `, line ${line}`}${example === undefined ? "" : `: ${example.slice(0, 80)}`}.`,
    {
      hint: "Nothing was written. Call without `strict` to convert and list all losses, or choose another format.",
      data: { what, line },
    },
  );
