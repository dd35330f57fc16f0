import { lstatSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Disposing removes the folder with all that is in it, and follows no link on the way. */
export interface TemporaryFolder extends Disposable {
  /** Where it really is: no part of the path is a link. */
  readonly path: string;
}

/**
 * Create a new, empty folder among the temporary files that only its user can open. Its name cannot be guessed. Throws where
 * a file system does not keep others out.
 */
export function temporaryFolder(kind: string, parent = tmpdir()): TemporaryFolder {
  const path = mkdtempSync(join(realpathSync.native(parent), `holdall-${kind}-`));
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  if (!isPrivateFolder(path)) {
    remove();
    throw new Error(
      `Others can open new folders in ${parent}. Set TMPDIR to a folder on a disk that keeps permissions.`,
    );
  }
  return { path, [Symbol.dispose]: remove };
}

/** Whether a path is a folder, not a link to one, that belongs to this user and that no other user can open. */
export function isPrivateFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return false;
  // Windows has no such user, and gives each their own folder for temporary files.
  const user = process.geteuid?.();
  return user === undefined || (stat.uid === user && (stat.mode & 0o077) === 0);
}
