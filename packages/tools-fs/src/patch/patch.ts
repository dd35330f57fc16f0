import { ToolError } from "@holdall/tool-core";

/** One line of a hunk, without its sign. */
export interface PatchRow {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  /** `\ No newline at end of file` follows. */
  open?: boolean;
  /** An empty line without a sign, which may only separate. */
  readonly bare?: boolean;
}

/** A piece of a change: lines that must be there, lines that go, lines that come. */
export interface Hunk {
  /** 1-based line of the patch. */
  readonly line: number;
  /** Lines of the file that are above, the outermost first: `@@ class A`. */
  readonly anchors: readonly string[];
  /** 1-based line of the old file, where the patch says it. */
  readonly at?: number | undefined;
  /** Lines that only come go below this line of the old file, 0 for its start: `@@ -3,0 +4,2 @@`. */
  readonly below?: number | undefined;
  /** Must reach to the end of the file. */
  atEnd: boolean;
  readonly rows: PatchRow[];
}

/** What a patch wants of one file. */
export interface FilePatch {
  readonly line: number;
  readonly kind: "add" | "update" | "delete" | "copy";
  readonly path: string;
  /** Where it goes: of a move, or of a copy. */
  readonly to?: string | undefined;
  /** For `add` and a `delete` that shows what goes: one hunk, or none. */
  readonly hunks: readonly Hunk[];
  /** What the patch asks for that file tools do not do. */
  readonly notes: readonly string[];
}

/** A line of a patch, with its number from 1. */
export interface PatchLine {
  readonly text: string;
  readonly line: number;
}

const FORM = [
  "*** Begin Patch",
  "*** Update File: path",
  "@@ a line above, such as a function's head",
  " unchanged line",
  "-old line",
  "+new line",
  "*** End Patch",
].join("\n");

export const patchError = (what: string, line: number | undefined): ToolError =>
  new ToolError(
    "parse_error",
    `${what}${line === undefined ? "" : ` (line ${line} of the patch)`}. Nothing was changed.`,
    {
      hint: `Send a unified diff, or this form:\n${FORM}`,
      data: line === undefined ? {} : { line },
    },
  );
