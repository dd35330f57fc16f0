import { readdirSync } from "node:fs";
import { join } from "node:path";

interface TextFile {
  readonly path: string;
  /** In lower case. */
  readonly text: string;
}

/** What a model does with grep: files by how many distinct words of a query they have, then by how often. */
export function rankByWords(files: readonly TextFile[], query: string): string[] {
  const words = [...new Set(query.toLowerCase().match(/[a-z0-9_]{3,}/g) ?? [])];
  const scored = files.map(({ path, text }) => {
    const times = words.map((word) => text.split(word).length - 1);
    const distinct = times.filter((count) => count > 0).length;
    return { path, distinct, sum: times.reduce((all, count) => all + count, 0) };
  });
  scored.sort((one, other) => other.distinct - one.distinct || other.sum - one.sum || (one.path < other.path ? -1 : 1));
  return scored.filter(({ distinct }) => distinct > 0).map(({ path }) => path);
}

/** All files below a folder, but for hidden ones. */
export function readTexts(root: string, read: (path: string) => string): TextFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path, text: read(path).toLowerCase() }));
}
