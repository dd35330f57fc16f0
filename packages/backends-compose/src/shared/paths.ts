import { type Backend, dirname, type Io, type Path, toPath } from "@holdall/tool-core";

/** A path, its parent, and so on up to the root. */
export function lineage(path: Path): Path[] {
  const found = [path];
  for (let at = path; at !== "/"; found.push(at)) at = dirname(at);
  return found;
}

/** `path` below `from` → the same place below `to`. */
export function moved(path: Path, from: Path, to: Path): Path {
  if (path === from) return to;
  const rest = path.slice(from === "/" ? 1 : from.length + 1);
  return toPath(to === "/" ? `/${rest}` : `${to}/${rest}`);
}

/** True when the path itself is a symbolic link, which only a listing tells. */
export async function isLink(backend: Backend, path: Path, { signal, judged }: Io): Promise<boolean> {
  for await (const entry of backend.list(dirname(path), { signal, judged }))
    if (entry.path === path) return entry.kind === "symlink";
  return false;
}
