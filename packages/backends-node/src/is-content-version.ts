/** The first letter of versions made of inode, size and times; content hashes never start with it. */
export const statMark = "~";

/** True when a version of `nodeBackend` is a content hash, false when it stands for inode, size and times (files above `hashBound`). */
export const isContentVersion = (version: string): boolean => !version.startsWith(statMark);
