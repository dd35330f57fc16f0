import type { Row } from "../../scan/row.ts";
import type { ColumnType } from "../../table/column-types.ts";
import type { Losses } from "../../table/losses.ts";
import type { OutputBuffer } from "../../table/output-buffer.ts";

/** A column that is written: its name, where its cells are in a row, and what they are. */
export interface OutColumn {
  readonly name: string;
  readonly index: number;
  readonly type: ColumnType;
}

/** Writes rows in one format. */
export interface RowWriter {
  start(out: OutputBuffer): void;
  row(row: Row, out: OutputBuffer): void;
  end(out: OutputBuffer): void;
}

export interface WriterOptions {
  readonly columns: readonly OutColumn[];
  /** Whether cells say what they are. */
  readonly isTyped: boolean;
  readonly losses: Losses;
  readonly delimiter?: string | undefined;
  readonly header?: boolean | undefined;
  /** `escape` puts a `'` before text that a spreadsheet would take for a formula. */
  readonly formulas?: "keep" | "escape" | undefined;
  /** Called for each cell that a spreadsheet would read as a formula. */
  readonly onFormula?: ((line: number) => void) | undefined;
}
