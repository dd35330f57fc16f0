import type { TextPiece } from "./pieces.ts";

/** What a document is divided into. */
export type DocumentUnit = "page" | "slide" | "sheet" | "chapter";

export interface DocumentPart {
  /** The name of a sheet or chapter. Empty for pages. */
  readonly name: string;
  readonly isHidden?: boolean;
  pieces(): Promise<readonly TextPiece[]>;
}

/** An opened document. Its parts are read as they are asked for. */
export interface OfficeDocument {
  /** `DOCX`, `ODS` … */
  readonly format: string;
  readonly unit: DocumentUnit;
  readonly parts: readonly DocumentPart[];
  /** What a reader must know of it: macros, signatures, results that are not recalculated. */
  readonly notes: readonly string[];
}

/** The head of a part: `[sheet 2: Costs, hidden]`. */
export function partHead({ unit, parts }: OfficeDocument, number: number): string {
  const { name = "", isHidden } = parts[number - 1] ?? {};
  return `[${unit} ${number}${name && `: ${name}`}${isHidden ? ", hidden" : ""}]`;
}
