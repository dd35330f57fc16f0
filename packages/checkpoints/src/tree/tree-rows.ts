import { dirname, type Path } from "@holdall/tool-core";
import { type FileState, type State, sameState } from "./file-state.ts";
import type { Row } from "./tree-store.ts";

/** The rows of a workspace by their folders. A folder in which nothing has changed keeps its map. */
export type TreeRows = ReadonlyMap<Path, ReadonlyMap<Path, Row>>;

export interface RowDifference {
  readonly path: Path;
  readonly before: State;
  readonly after: State;
}

export function rowsByFolder(rows: Iterable<Row>): Map<Path, Map<Path, Row>> {
  const folders = new Map<Path, Map<Path, Row>>();
  for (const row of rows) {
    const folder = dirname(row[0]);
    const inside = folders.get(folder) ?? new Map<Path, Row>();
    folders.set(folder, inside.set(row[0], row));
  }
  return folders;
}

export const allRows = (rows: TreeRows): Row[] => [...rows.values()].flatMap((inside) => [...inside.values()]);

/** What differs between two looks at a workspace. */
export function compareRows(before: TreeRows, after: TreeRows): RowDifference[] {
  const differences: RowDifference[] = [];
  const add = (path: Path, was: FileState | null, is: FileState | null) => {
    if (was !== is && !sameState(was, is)) differences.push({ path, before: was, after: is });
  };
  for (const [folder, inside] of before) {
    const now = after.get(folder);
    if (now === inside) continue;
    for (const [path, [, , state]] of inside) add(path, state, now?.get(path)?.[2] ?? null);
  }
  for (const [folder, inside] of after) {
    const was = before.get(folder);
    if (was === inside) continue;
    for (const [path, [, , state]] of inside) if (!was?.has(path)) add(path, null, state);
  }
  return differences;
}

/** The paths that are in the first and not in the second. */
export function missingIn(before: TreeRows, after: TreeRows): Path[] {
  const gone: Path[] = [];
  for (const [folder, inside] of before) {
    const now = after.get(folder);
    if (now === inside) continue;
    for (const path of inside.keys()) if (!now?.has(path)) gone.push(path);
  }
  return gone;
}
