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

const refused = (what: string, example: string | undefined, line: number | undefined): ToolError =>
  new ToolError(
    "unsupported",
    `Something would be lost: ${what}${line === undefined ? "" : `, line ${line}`}${example === undefined ? "" : `: ${example.slice(0, 80)}`}.`,
    {
      hint: "Nothing was written. Call without `strict` to convert and list all losses, or choose another format.",
      data: { what, line },
    },
  );
