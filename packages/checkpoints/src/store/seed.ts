import { type Backend, joinPath, type Path } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import { openTreeStore, type Row } from "../tree/tree-store.ts";
import { refIn } from "./external-content.ts";
import { readJson } from "./session-log.ts";

interface Pointer {
  readonly version: 1;
  readonly folder: Path;
}

/** Load the rows that the last session with these roots has stored. The next session loads those of this one. */
export async function loadSeed(
  backend: Backend,
  folder: Path,
  home: Path,
  roots: readonly Path[],
): Promise<ReadonlyMap<Path, Row> | undefined> {
  const name = await sha256Hex(new TextEncoder().encode(roots.join("\0")));
  const path = joinPath(folder, `workspaces/${name}.json`);
  try {
    const found = (await readJson<Pointer>(backend, path))?.value.folder;
    const pointer: Pointer = { version: 1, folder: home };
    if (found !== home) await backend.write(path, new TextEncoder().encode(JSON.stringify(pointer)));
    if (found === undefined || found === home) return undefined;
    const rows = [...(await openTreeStore(backend, found)).rows.values()];
    // What is kept elsewhere is looked for again: it may be gone by now.
    return new Map(rows.flatMap((row) => (isElsewhere(row) ? [] : [[row[0], row]])));
  } catch {
    return undefined; // It only saves work.
  }
}

const isElsewhere = ([, , state]: Row): boolean => state.kind === "file" && refIn(state.hash) !== undefined;
