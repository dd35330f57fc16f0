import { toHex } from "@holdall/tool-kit";

/** Bytes up to which a version is a hash of the content. Above, it stands for size and time, which takes no reading. */
const hashBound = 16 * 1024 * 1024;

export const isHashed = (size: number): boolean => size <= hashBound;

/** The version of a file of this content, which is small enough. */
export async function hash(content: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content), 0, 16);
  return toHex(digest);
}

export async function versionOf(file: File): Promise<string> {
  if (isHashed(file.size)) return hash(await file.arrayBuffer());
  return `~${file.size.toString(36)}.${file.lastModified.toString(36)}`;
}
