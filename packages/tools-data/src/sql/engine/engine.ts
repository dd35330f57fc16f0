import type { Backend, Path } from "@holdall/tool-core";
import type { OutColumn } from "../../formats/tables/row-writer.ts";
import type { SqlFormat } from "../files/file-format.ts";
import type { QueryDataOutput } from "../query-params.ts";

/** Rows of a running query, some at a time. Rows that are only counted are not converted. */
export interface RowChunk {
  readonly count: number;
  rows(): Record<string, unknown>[];
}

export interface RowStream {
  readonly columns: QueryDataOutput["columns"];
  readonly out: readonly OutColumn[];
  /** The next rows; undefined at the end. */
  next(): Promise<RowChunk | undefined>;
}

/** Files as the engine can open them, for the time of one query. */
export interface HeldFiles extends AsyncDisposable {
  /** What the engine opens. It stays the same file, whatever happens to its name. */
  hold(path: Path, chunks: () => AsyncIterable<Uint8Array>, plain: boolean): Promise<string>;
  /** Write pieces to a file of the engine's own. Throws `too_large` beyond the limit of copies. */
  copy(chunks: AsyncIterable<Uint8Array>, name: string, fileName?: string): Promise<string>;
  readonly paths: readonly string[];
}

export interface HoldOptions {
  readonly backend: Backend;
  /** The backend is the disk of this machine, and its paths are those of the disk. */
  readonly disk: boolean;
  /** Bytes of all copies. */
  readonly maxCopied: number;
  readonly signal: AbortSignal;
}

/** An engine for one query, without tables. Extensions are neither loaded nor installed. */
export interface Engine extends Disposable {
  /** Formats that it reads itself; files of others are converted for it. */
  readonly reads: ReadonlySet<SqlFormat>;
  /** Whether it computes with times that have a zone. */
  readonly hasZones: boolean;
  run(sql: string): Promise<void>;
  /** The rows of a query as lists of JSON values; large whole numbers are text. */
  json(sql: string, values?: readonly string[]): Promise<unknown[][]>;
  stream(sql: string): Promise<RowStream>;
  /** Make files accessible to this engine. */
  holdFiles(options: HoldOptions): HeldFiles;
  /** From now on, only these paths can be opened, and no setting can be changed. `memory` is in MiB. */
  confine(paths: readonly string[], memory: number): Promise<void>;
  /** End what runs. It need not be usable afterwards. */
  interrupt(): void;
}
