import { comparePaths, dirname, type Entry, type Path } from "@holdall/tool-core";

/** The files below a folder, and the folders they imply, in listing order. */
export function entriesOf(files: readonly Path[], folder: Path, recursive: boolean): Entry[] {
  const found = new Map<Path, Entry>();
  for (const file of files) {
    found.set(file, { path: file, kind: "file" });
    for (let at = dirname(file); at !== folder && !found.has(at); at = dirname(at)) {
      found.set(at, { path: at, kind: "directory", size: 0 });
    }
  }
  return [...found.values()]
    .filter(({ path }) => recursive || dirname(path) === folder)
    .sort((a, b) => comparePaths(a.path, b.path));
}
