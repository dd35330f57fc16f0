import * as fs from "node:fs";

/** Files up to this size are read and written, which takes half the time of a system copy. */
const small = 128 * 1024;
let buffer: Buffer | undefined;

/**
 * Copy a file with its permissions and its time of change, so that build tools find what is up to date. Larger files share
 * blocks with the copy where the file system can. Returns what the copy is. Throws if there is something at `to`.
 */
export function copyFile(from: string, to: string, stats: fs.Stats): fs.Stats | Promise<fs.Stats> {
  return stats.size <= small ? copySmall(from, to, stats) : copyLarge(from, to, stats);
}

function copySmall(from: string, to: string, stats: fs.Stats): fs.Stats {
  buffer ??= Buffer.allocUnsafe(small);
  const source = fs.openSync(from, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
  let length = 0;
  try {
    // What has grown since is copied once more before the next command.
    while (length < stats.size) {
      const read = fs.readSync(source, buffer, length, stats.size - length, null);
      if (read === 0) break;
      length += read;
    }
  } finally {
    fs.closeSync(source);
  }
  const target = fs.openSync(to, "wx", stats.mode & 0o777);
  try {
    for (let at = 0; at < length; ) at += fs.writeSync(target, buffer, at, length - at);
    fs.futimesSync(target, stats.mtimeMs / 1000, stats.mtimeMs / 1000);
    const made = fs.fstatSync(target);
    if (made.mode === stats.mode) return made;
    fs.fchmodSync(target, stats.mode & 0o777); // the umask took some
    return fs.fstatSync(target);
  } finally {
    fs.closeSync(target);
  }
}

async function copyLarge(from: string, to: string, stats: fs.Stats): Promise<fs.Stats> {
  const { COPYFILE_EXCL, COPYFILE_FICLONE } = fs.constants;
  await fs.promises.copyFile(from, to, COPYFILE_EXCL | COPYFILE_FICLONE);
  await fs.promises.utimes(to, stats.mtimeMs / 1000, stats.mtimeMs / 1000);
  return fs.promises.lstat(to);
}
