/** Holds files that are being written. The name is taken at every level, so that nested backends hide each other's. */
export const tempFolder = ".holdall-tmp";

/** Chromium refuses `\` in names, so it is stored as the private-use character that Cygwin and SMB put in its place. */
const backslash = "\uf05c";

/** Where a browser keeps names as they are, its disk ends them at 255 bytes; Chromium takes any length. */
const longest = 255;

/**
 * The name under which the browser keeps a file or folder, or undefined when some browser could not keep it:
 * more than 255 bytes of UTF-8, half a character, or a name that is taken.
 */
export function toStored(name: string): string | undefined {
  if (name === tempFolder || name.includes(backslash) || !name.isWellFormed()) return undefined;
  const stored = name.replaceAll("\\", backslash);
  return stored.length <= longest / 3 || new TextEncoder().encode(stored).length <= longest ? stored : undefined;
}

/** The name as paths show it. */
export const toShown = (stored: string): string => stored.replaceAll(backslash, "\\");
