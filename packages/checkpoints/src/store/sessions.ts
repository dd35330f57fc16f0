import { type Backend, joinPath, type Path, toPath } from "@holdall/tool-core";
import { readJson, writeJson } from "./session-log.ts";

/** A session whose changes are in a store. */
export interface RecordedSession {
  readonly id: string;
  /** The folders that its commands could change. */
  readonly roots: readonly string[];
  /** The time of its last change in milliseconds since the epoch. */
  readonly at: number;
}

type Described = Omit<RecordedSession, "at"> & { readonly version: 1 };

const aboutPath = (home: Path): Path => joinPath(home, "about.json");

/** Note what a session is about, once. */
export async function describeSession(backend: Backend, home: Path, about: Omit<Described, "version">): Promise<void> {
  if (await backend.stat(aboutPath(home))) return;
  await writeJson(backend, aboutPath(home), { version: 1, ...about }, null).catch(() => {}); // another process did
}

/** The sessions in a store, the one that changed something last first. */
export async function recordedSessions(store: {
  readonly backend: Backend;
  readonly folder: string;
}): Promise<RecordedSession[]> {
  const { backend } = store;
  const folder = joinPath(toPath(store.folder), "sessions");
  if ((await backend.stat(folder))?.kind !== "directory") return [];
  const found: RecordedSession[] = [];
  for await (const { path } of backend.list(folder)) {
    const about = await readJson<Described>(backend, aboutPath(path)).catch(() => undefined);
    const at = (await backend.stat(joinPath(path, "open.json")))?.modified;
    if (about && at !== undefined) found.push({ id: about.value.id, roots: about.value.roots, at });
  }
  return found.sort((a, b) => b.at - a.at);
}
