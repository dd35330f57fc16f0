import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../usage-error.ts";

export interface PrivateFolder {
  readonly path: string;
  /** What was open to others and is no longer. */
  readonly closed: number;
}

/**
 * A folder that is its owner's alone (0700), with files that are (0600); made where there is none. One that is open to
 * others is closed if it contains only names that `isOurs` accepts; else that throws a UsageError, and nothing is
 * changed.
 */
export function privateFolder(place: string, isOurs: (name: string) => boolean): PrivateFolder {
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const path = realpathSync(place);
  const user = process.getuid?.();
  if (user === undefined) return { path, closed: 0 }; // Windows: the folder's own rules count
  const folder = lstatSync(path);
  if (folder.uid !== user) {
    throw new UsageError(
      `The folder ${path} belongs to another user.`,
      "Name a folder that you own, or one that does not exist yet.",
    );
  }
  const names = readdirSync(path);
  if (isOpen(folder) && !names.every(isOurs)) {
    const mode = (folder.mode & 0o7777).toString(8);
    throw new UsageError(
      `The folder ${path} lets others in (mode ${mode}), and it holds more than sessions.`,
      `Name one that does not exist yet, or restrict it yourself: chmod 700 ${path}`,
    );
  }
  let closed = 0;
  if (isOpen(folder)) {
    chmodSync(path, 0o700);
    closed++;
  }
  for (const name of names.filter(isOurs)) {
    const file = join(path, name);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.uid !== user || !isOpen(stat)) continue;
    chmodSync(file, 0o600);
    closed++;
  }
  return { path, closed };
}

const isOpen = ({ mode }: Stats): boolean => (mode & 0o077) !== 0;
