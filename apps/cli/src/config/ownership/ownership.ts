import { statSync } from "node:fs";

/**
 * Why a file or folder may say what someone else wants: it belongs to another user, or everybody can write to it. What
 * belongs to root is fine for all. Undefined on Windows, where an owner's number says nothing.
 */
export function foreignReason(path: string, uid: number | undefined = process.geteuid?.()): string | undefined {
  if (uid === undefined) return undefined;
  const stat = statSync(path);
  if (stat.uid !== uid && stat.uid !== 0) return `${path} belongs to another user (${stat.uid})`;
  // In a sticky folder, files of other users cannot be replaced.
  const isShared = (stat.mode & 0o002) !== 0 && !(stat.isDirectory() && (stat.mode & 0o1000) !== 0);
  return isShared ? `everybody can write to ${path}` : undefined;
}
