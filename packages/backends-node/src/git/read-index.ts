/** A file as git's index knows it: what it looked like when git last compared it, and the object with its content. */
export interface IndexEntry {
  /** Below the top of the working tree. */
  readonly path: string;
  /** Milliseconds. */
  readonly ctime: number;
  readonly mtime: number;
  /** The lower 32 bits. */
  readonly inode: number;
  readonly size: number;
  /** Where its hash is in the index. */
  readonly at: number;
}

export const hashAt = (index: Buffer, { at }: IndexEntry): string => index.toString("hex", at, at + 20);

const assumeValid = 0x8000;
const extended = 0x4000;
const stage = 0x3000;

/**
 * The plain files of an index of git, versions 2 to 4. Undefined for what this does not read: another version, an index that
 * is split or sparse. Files that git is told not to compare are left out.
 */
export function readIndex(bytes: Buffer): IndexEntry[] | undefined {
  if (bytes.length < 32 || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const entries: IndexEntry[] = [];
  let at = 12;
  let name: Buffer = Buffer.alloc(0);
  for (let i = 0; i < count; i++) {
    if (at + 62 > bytes.length) return undefined;
    const mode = bytes.readUInt32BE(at + 24);
    const flags = bytes.readUInt16BE(at + 60);
    const more = version >= 3 && (flags & extended) !== 0;
    const start = at + 62 + (more ? 2 : 0);
    const { value: dropped, next } = version === 4 ? readVarint(bytes, start) : { value: 0, next: start };
    const end = bytes.indexOf(0, next);
    if (end < 0 || dropped > name.length) return undefined;
    const own = bytes.subarray(next, end);
    name = version === 4 && dropped < name.length ? Buffer.concat([name.subarray(0, name.length - dropped), own]) : own;
    const isPlain = (mode & 0o170000) === 0o100000 && (flags & (assumeValid | stage)) === 0 && !more;
    if (isPlain)
      entries.push({
        path: name.toString(),
        ctime: timeAt(bytes, at),
        mtime: timeAt(bytes, at + 8),
        inode: bytes.readUInt32BE(at + 20),
        size: bytes.readUInt32BE(at + 36),
        at: at + 40,
      });
    at = version === 4 ? end + 1 : at + ((start - at + name.length + 8) & ~7);
  }
  return hasUnknownParts(bytes, at) ? undefined : entries;
}

const timeAt = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at) * 1000 + bytes.readUInt32BE(at + 4) / 1e6;

/** As git writes offsets: seven bits at a time, each further byte counting one more. */
function readVarint(bytes: Buffer, at: number): { value: number; next: number } {
  let byte = bytes[at++] ?? 0;
  let value = byte & 127;
  while (byte & 128) {
    byte = bytes[at++] ?? 0;
    value = ((value + 1) << 7) | (byte & 127);
  }
  return { value, next: at };
}

/** Extensions with lower-case names change what the entries mean. */
function hasUnknownParts(bytes: Buffer, from: number): boolean {
  for (let at = from; at + 8 <= bytes.length - 20; at += 8 + bytes.readUInt32BE(at + 4))
    if ((bytes[at] ?? 0) >= 97) return true;
  return false;
}
