import type { Path } from "@holdall/tool-core";
import type { Format } from "../../formats/formats.ts";
import type { DataSource } from "../../source/data-source.ts";
import type { Losses } from "../../table/losses.ts";
import type { Engine } from "../engine/engine.ts";

/** A file of rows, and how to read it. */
export interface RowFile {
  readonly path: Path;
  readonly source: DataSource & { readonly format: Format };
  /** Its first bytes. */
  readonly start: Uint8Array;
  /** The sheet of a workbook. */
  readonly part?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly header?: boolean | undefined;
}

export interface ReadOptions {
  readonly engine: Engine;
  readonly losses: Losses;
  readonly notes: string[];
  /** Look at every cell before the types are chosen, however large the file is. */
  readonly checkAll: boolean;
}

/** What the engine reads a file with, after it was made accessible to it. */
export type ReadTable = (options: ReadOptions) => Promise<string>;

/** Above so many bytes, types come from a sample of the rows of a file. */
export const maxChecked = 64 * 1024 * 1024;

/** Bytes of a row, and of an object of JSON. */
export const maxLine = 16 * 1024 * 1024;

export const sampledNote = (name: string): string =>
  `${name} is large: types are those of a sample of its rows, and a code with a leading zero in other rows is read as a number.`;
