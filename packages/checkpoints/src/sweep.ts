import { type Backend, basename, joinPath, type Path } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { objectsFolder } from "./blob-store.ts";
import { loadRecords, readJson, recordPath, writeJson } from "./session-log.ts";

export interface KeepOptions {
  /** The number of checkpoints to keep per session; 100 by default. */
  readonly count?: number | undefined;
  /** The number of days to keep them; 30 by default. */
  readonly days?: number | undefined;
}

export interface SweepOptions {
  readonly store: Backend;
  readonly folder: Path;
  readonly keep?: KeepOptions | undefined;
  /** Milliseconds for which unreferenced content is kept; one hour by default. */
  readonly grace?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: number | undefined;
}

interface Candidates {
  readonly version: 1;
  /** Objects that nothing referred to, and since when. */
  readonly since: Readonly<Record<string, number>>;
}

/**
 * Delete checkpoints beyond `keep`, of every session of a store, and content that was unreferenced for `grace`. Content that
 * is found unreferenced for the first time is only recorded. Throws `stale` if another sweep is running.
 */
export async function sweepCheckpoints(options: SweepOptions): Promise<{ checkpoints: number; objects: number }> {
  const { store, folder, keep: { count = 100, days = 30 } = {}, grace = 3_600_000, now = Date.now() } = options;
  const used = new Set<string>();
  let checkpoints = 0;
  for (const session of await entriesOf(store, joinPath(folder, "sessions"))) {
    const records = await loadRecords(store, session);
    for (const [i, record] of records.entries()) {
      const isOld = records.length - i > count || now - record.at > days * 86_400_000;
      if (!isOld) continue;
      await store.remove(recordPath(session, record.number));
      checkpoints++;
    }
    for (const path of await entriesOf(store, session)) {
      const file = await unlessMissing(store.read(path));
      if (file) collectObjects(JSON.parse(new TextDecoder().decode(file.bytes)), used);
    }
  }
  const notes = joinPath(folder, "sweep.json");
  const noted = await readJson<Candidates>(store, notes);
  const since: Record<string, number> = {};
  let objects = 0;
  for (const shelf of await entriesOf(store, objectsFolder(folder))) {
    for (const path of await entriesOf(store, shelf)) {
      const object = basename(shelf) + basename(path);
      if (used.has(object)) continue;
      const first = noted?.value.since[object] ?? now;
      const { modified } = (await store.stat(path)) ?? {};
      // Content that is used again is written again.
      if (now - Math.max(first, modified ?? 0) < grace) since[object] = first;
      else {
        await store.remove(path);
        objects++;
      }
    }
  }
  await writeJson(store, notes, { version: 1, since }, noted?.version ?? null);
  return { checkpoints, objects };
}

async function entriesOf(store: Backend, folder: Path): Promise<Path[]> {
  if ((await store.stat(folder))?.kind !== "directory") return [];
  const paths: Path[] = [];
  for await (const { path } of store.list(folder)) paths.push(path);
  return paths;
}

/** Every `object` that a file refers to. */
function collectObjects(value: unknown, found: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    if (key === "object" && typeof each === "string") found.add(each);
    else collectObjects(each, found);
  }
}
