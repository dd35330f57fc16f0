import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Bytes up to which a version is a hash; above, it stands for inode, size and times. */
const most = 16 * 1024 * 1024;
/** Milliseconds after which a file's times tell of every later change. */
const settled = 1000;
const kept = 200;
const known = new Map<string, { readonly mark: string; readonly version: string }>();

/** What files hold now, as one text to compare; undefined where none of them is there. Hashes of code must not be forged, so SHA-256. */
export function contentVersion(paths: readonly string[]): string | undefined {
  const versions = paths.flatMap((path) => {
    const version = versionOf(path);
    return version === undefined ? [] : [`${path}\0${version}`];
  });
  if (versions.length === 0) return undefined;
  return createHash("sha256").update(versions.join("\0")).digest("base64url");
}

function versionOf(path: string): string | undefined {
  let descriptor: number;
  try {
    // A pipe without a writer would block all readers.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    // Unreadable files are distinguished from missing ones: it may be readable later.
    const { code } = Object(error) as { readonly code?: unknown };
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : String(code);
  }
  try {
    const now = Date.now();
    const stat = fstatSync(descriptor, { bigint: true });
    if (!stat.isFile()) return undefined;
    const mark = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":");
    if (stat.size > most) return mark;
    const last = known.get(path);
    if (last?.mark === mark) return last.version;
    const version = createHash("sha256").update(readFileSync(descriptor)).digest("base64url");
    if (now - Number(stat.ctimeMs) > settled) {
      if (known.size >= kept) known.clear();
      known.set(path, { mark, version });
    }
    return version;
  } finally {
    closeSync(descriptor);
  }
}
