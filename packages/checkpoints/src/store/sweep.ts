import { type Backend, basename, joinPath, type Path } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { objectsFolder } from "./blob-store.ts";
import type { OpenSegment } from "./record.ts";
import { loadRecords, openPath, readJson, recordPath, writeJson } from "./session-log.ts";

export interface KeepOptions {
  /** The number of checkpoints to keep per session; 100 by default. */
  readonly count?: number | undefined;
  /** The number of days to keep them, and sessions after their last change; 30 by default. */
  readonly days?: number | undefined;
  /** Bytes of content that all sessions of a store may take; 4 GiB by default. The oldest sessions are removed first. */
  readonly bytes?: number | undefined;
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

/** The number of deleted entries. */
export interface Swept {
  readonly checkpoints: number;
  readonly sessions: number;
  readonly objects: number;
}

/**
 * Delete checkpoints and sessions beyond `keep`, of a whole store, and content that was unreferenced for `grace`. Content that
 * is found unreferenced for the first time is only recorded. Throws `stale` if another sweep is running.
 */
export async function sweepCheckpoints(options: SweepOptions): Promise<Swept> {
  const { store, folder, keep = {}, grace = 3_600_000, now = Date.now() } = options;
  const { count = 100, days = 30, bytes = 4 * 1024 ** 3 } = keep;
  const sizes = await objectSizes(store, folder);
  const used = new Set<string>();
  let checkpoints = 0;
  let sessions = 0;
  let size = 0;
  for (const { path: session, at } of await sessionsByAge(store, folder, now)) {
    const isIdle = now - at >= grace;
    const records = await loadRecords(store, session);
    for (const [i, record] of records.entries()) {
      const isOld = records.length - i > count || now - record.at > days * 86_400_000;
      if (!isOld) continue;
      await store.remove(recordPath(session, record.number));
      checkpoints++;
    }
    const own = new Set<string>();
    for (const path of await entriesOf(store, session)) {
      const file = await unlessMissing(store.read(path));
      if (file) collectObjects(JSON.parse(new TextDecoder().decode(file.bytes)), own);
    }
    const more = [...own].reduce((sum, object) => sum + (used.has(object) ? 0 : (sizes.get(object) ?? 0)), 0);
    if (isIdle && (now - at > days * 86_400_000 || size + more > bytes)) {
      await store.remove(session, { recursive: true });
      sessions++;
      continue;
    }
    size += more;
    for (const object of own) used.add(object);
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
  return { checkpoints, sessions, objects };
}

interface KnownSession {
  readonly path: Path;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The sessions of a store, the one that changed something last first. */
async function sessionsByAge(store: Backend, folder: Path, now: number): Promise<KnownSession[]> {
  const found: KnownSession[] = [];
  for (const path of await entriesOf(store, joinPath(folder, "sessions"))) {
    const times: number[] = [];
    for (const file of await entriesOf(store, path)) times.push((await store.stat(file))?.modified ?? 0);
    const open = await readJson<OpenSegment>(store, openPath(path)).catch(() => undefined);
    const at = Math.max(...times, ...(open?.value.calls ?? []).map((call) => call.at), 0);
    // Where nothing tells its age, it stays.
    found.push({ path, at: at || now });
  }
  return found.sort((a, b) => b.at - a.at);
}

async function objectSizes(store: Backend, folder: Path): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const shelf of await entriesOf(store, objectsFolder(folder)))
    for (const path of await entriesOf(store, shelf))
      sizes.set(basename(shelf) + basename(path), (await store.stat(path))?.size ?? 0);
  return sizes;
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
