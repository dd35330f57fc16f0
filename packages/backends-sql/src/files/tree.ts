import type { Backend, Entry, Io, Path } from "@holdall/tool-core";
import type { statements } from "./statements.ts";

/** The files of a table, for operations of several statements. Failures are ToolErrors about the path. */
export interface Tree {
  readonly sql: ReturnType<typeof statements>;
  query<Row>(path: Path, statement: string, params: readonly unknown[], io: Io): Promise<readonly Row[]>;
  readonly read: Backend["read"];
}

export interface Row {
  readonly path: Path;
  readonly folder: boolean;
  readonly size: number;
  readonly modified: number | null;
}

export const describe = ({ folder, size, modified }: Omit<Row, "path">) => ({
  kind: folder ? ("directory" as const) : ("file" as const),
  size,
  ...(modified !== null && { modified }),
});

export const entryOf = (row: Row): Entry => ({ path: row.path, ...describe(row) });
