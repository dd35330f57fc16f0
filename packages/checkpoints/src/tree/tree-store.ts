import { type Backend, basename, joinPath, type Path } from "@holdall/tool-core";
import { readJson, writeJson } from "../store/session-log.ts";
import type { FileState } from "./file-state.ts";

/** The path of an entry, its signature and its state. */
export type Row = readonly [path: Path, signature: string, state: FileState];

interface StoredTree {
  readonly version: 1;
  readonly id: string;
  readonly rows: readonly Row[];
}

interface StoredDelta {
  readonly version: 1;
  /** The tree that it changes. */
  readonly base: string;
  readonly rows: readonly Row[];
  readonly gone: readonly Path[];
}

/** The rows of a workspace in the store: a whole tree, and small files with what changed since. */
export interface TreeStore {
  readonly rows: ReadonlyMap<Path, Row>;
  /** Resolves when the rows are in the store. */
  save(next: () => readonly Row[], changed: readonly Row[], gone: readonly Path[]): Promise<void>;
}

const treePath = (folder: Path): Path => joinPath(folder, "tree.json");
const deltaPath = (folder: Path, number: number): Path => joinPath(folder, `tree-${number}.json`);

export async function openTreeStore(backend: Backend, folder: Path): Promise<TreeStore> {
  const stored = await readJson<StoredTree>(backend, treePath(folder));
  const rows = new Map<Path, Row>(stored?.value.rows.map((row) => [row[0], row]));
  let base = stored?.value.id;
  let version = stored?.version ?? null;
  let count = 0;
  let size = 0;
  let total = rows.size;
  for (const number of stored ? await deltasIn(backend, folder) : []) {
    count = number;
    const delta = (await readJson<StoredDelta>(backend, deltaPath(folder, number)))?.value;
    if (!delta || delta.base !== base) continue;
    for (const path of delta.gone) rows.delete(path);
    for (const row of delta.rows) rows.set(row[0], row);
    size += delta.rows.length + delta.gone.length;
  }
  return {
    rows,
    async save(next, changed, gone) {
      size += changed.length + gone.length;
      if (base !== undefined && size < 200 + total / 4) {
        await writeJson(backend, deltaPath(folder, ++count), { version: 1, base, rows: changed, gone }, null);
        return;
      }
      const id = crypto.randomUUID();
      const all = next();
      version = await writeJson(backend, treePath(folder), { version: 1, id, rows: all }, version);
      base = id;
      total = all.length;
      size = 0;
      // What belongs to another tree counts for nothing.
      for (const number of await deltasIn(backend, folder)) await backend.remove(deltaPath(folder, number));
    },
  };
}

async function deltasIn(backend: Backend, folder: Path): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { path } of backend.list(folder)) {
    const number = /^tree-(\d+)\.json$/.exec(basename(path))?.[1];
    if (number !== undefined) numbers.push(Number(number));
  }
  return numbers.sort((a, b) => a - b);
}
