import * as fs from "node:fs";
import { type Path, toPath } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";

export interface DiskEntry {
  readonly path: Path;
  readonly stats: fs.Stats;
}

/** Folders that commands see as they are, and cannot change: they are large, and are made again by others. */
const shownNames = new Set([".git", "node_modules", ".venv", "venv", "target", ".gradle", ".next", ".nuxt"]);

/** The permission bits. */
export const bitsOf = ({ mode }: fs.Stats): number => mode & 0o777;

/** Whether only the permissions of a file have changed. */
export const isSameContent = (one: fs.Stats, other: fs.Stats): boolean =>
  one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;

/** What changes with every change of a file. */
export const signatureOf = ({ mtimeMs, ctimeMs, size, ino, mode }: fs.Stats): string =>
  `${mtimeMs} ${ctimeMs} ${size} ${ino} ${mode}`;

export const lookAt = (path: string): fs.Stats | undefined => fs.lstatSync(path, { throwIfNoEntry: false });

/**
 * Everything below a folder, each folder before what is in it. Folders that commands see as they are come into `shown` instead.
 * Synchronous calls take a quarter of the time of others for so many files; the event loop runs in between.
 */
export async function* walkDisk(
  folder: Path,
  shown: Path[],
  signal?: AbortSignal,
): AsyncGenerator<readonly DiskEntry[]> {
  const pause = createYield(signal);
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const found: DiskEntry[] = [];
    for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
      const path = toPath(`${at}/${entry.name}`);
      if (entry.isDirectory() && shownNames.has(entry.name)) {
        shown.push(path);
        continue;
      }
      const stats = lookAt(path);
      if (!stats) continue;
      found.push({ path, stats });
      if (stats.isDirectory()) folders.push(path);
      const waiting = pause();
      if (waiting) await waiting;
    }
    yield found;
  }
}
