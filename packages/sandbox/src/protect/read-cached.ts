import { readFileSync, statSync } from "node:fs";

/** Maximum size in bytes of a file that is read; a larger file is not treated as configuration. */
const maxBytes = 4 * 1024 * 1024;
/** Files that are remembered. */
const maxKept = 1_000;
/** Milliseconds after a change in which another may get the same time. */
export const tick = 50;

/** Makes a function that gives what `make` makes of a file's text; as last time while the file is the same. Undefined where none can be read. */
export function createReader<T>(make: (text: string) => T): (file: string) => T | undefined {
  const known = new Map<string, { readonly stamp: string; readonly value: T }>();
  return (file) => {
    try {
      const stat = statSync(file, { throwIfNoEntry: false });
      if (!stat?.isFile() || stat.size > maxBytes) return undefined;
      const isSettled = Date.now() - stat.ctimeMs > tick;
      const stamp = `${stat.dev}:${stat.ino}:${stat.size}:${stat.ctimeMs}`;
      const last = known.get(file);
      if (last?.stamp === stamp) return last.value;
      const value = make(readFileSync(file, "utf8"));
      if (known.size >= maxKept) known.clear();
      if (isSettled) known.set(file, { stamp, value });
      return value;
    } catch {
      // What cannot be read by us is not read by a git that runs as us either.
      return undefined;
    }
  };
}
