import type { Backend, Path } from "@holdall/tool-core";

/** Files up to which renames in the base are looked for. */
const maxFiles = 50_000;
const leftOut = new Set([".git", "node_modules"]);

/** Forks that begin together look once. */
const pending = new WeakMap<Backend, Promise<ReadonlySet<Path> | undefined>>();

/** The files below some folders. Undefined if there are too many, or if one cannot be listed. */
export function listFiles(backend: Backend, roots: readonly Path[]): Promise<ReadonlySet<Path> | undefined> {
  const found = pending.get(backend) ?? list(backend, roots).catch(() => undefined);
  pending.set(backend, found);
  void found.finally(() => pending.delete(backend));
  return found;
}

async function list(backend: Backend, roots: readonly Path[]): Promise<ReadonlySet<Path> | undefined> {
  const files = new Set<Path>();
  const folders = [...roots];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const { path, kind } of backend.list(folder)) {
      if (kind === "file") files.add(path);
      if (kind === "directory" && !leftOut.has(path.slice(path.lastIndexOf("/") + 1))) folders.push(path);
      if (files.size > maxFiles) return undefined;
    }
  }
  return files;
}
