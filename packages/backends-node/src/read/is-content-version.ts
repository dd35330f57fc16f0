/** The first character of versions derived from inode, size and times. Content hashes never start with it. */
export const statMark = "~";

/**
 * Returns true if a version of `nodeBackend` is a content hash, and false if it is derived from inode, size and times (files
 * above `hashBound`).
 */
export const isContentVersion = (version: string): boolean => !version.startsWith(statMark);
