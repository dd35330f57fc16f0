import type { FileEntry, FileKind } from "@holdall/shell-analysis";

/** Kinds by the upper bits of an entry's mode; a repository in a repository is a folder. */
const kinds: Readonly<Record<number, FileKind>> = { 8: "file", 10: "link", 14: "folder", 4: "folder" };

/**
 * The paths in git's index. Nothing for one that is not understood. Source: git's `Documentation/gitformat-index`,
 * versions 2 to 4.
 */
export function readGitIndex(bytes: Buffer): readonly FileEntry[] | undefined {
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const found: FileEntry[] = [];
  let before: Buffer = Buffer.alloc(0);
  let at = 12;
  while (found.length < count) {
    if (at + 63 > bytes.length) return undefined;
    const kind = kinds[bytes.readUInt32BE(at + 24) >>> 12];
    const isExtended = (bytes.readUInt16BE(at + 60) & 0x4000) !== 0;
    const start = at + (isExtended ? 64 : 62);
    let name = start;
    let shared = 0;
    if (version === 4) {
      const { value, next } = readOffset(bytes, start);
      shared = before.length - value;
      name = next;
    }
    const end = bytes.indexOf(0, name);
    if (!kind || end < 0 || shared < 0) return undefined;
    const own = bytes.subarray(name, end);
    before = shared === 0 ? own : Buffer.concat([before.subarray(0, shared), own]);
    found.push({ name: before.toString("utf8"), kind });
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  // The rest of a split index is in another file.
  return bytes.toString("latin1", at, at + 4) === "link" ? undefined : found;
}

/** How many bytes of the name before are left out: a number of 7 bits a byte, each but the last with the upper bit. */
function readOffset(bytes: Buffer, at: number): { value: number; next: number } {
  let byte = bytes[at] ?? 0;
  let value = byte & 127;
  let next = at + 1;
  while (byte & 128) {
    byte = bytes[next++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next };
}
