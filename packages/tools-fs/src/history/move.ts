import { type Backend, type Path, ToolError } from "@holdall/tool-core";
import type { ReadTracker } from "./read-tracker.ts";

/** Move a file or a folder. What was read of it stays known, also where its new place gives it another version. */
export async function movePath(
  backend: Backend,
  { from, to, tracker, ...io }: Moving & { readonly tracker: ReadTracker },
): Promise<void> {
  const known = tracker.below(from);
  const before = await Promise.all(known.map((path) => versionAt(backend, path)));
  if (backend.move) await backend.move(from, to, io);
  else await copyAcross(backend, { from, to, ...io });
  const versions = new Map<Path, string>();
  for (const [i, path] of known.entries()) {
    if (before[i] !== tracker.get(path)?.version) continue;
    const after = await versionAt(backend, (to + path.slice(from.length)) as Path);
    if (after !== undefined) versions.set(path, after);
  }
  tracker.moved(from, to, versions);
}

interface Moving {
  readonly from: Path;
  readonly to: Path;
  readonly signal: AbortSignal;
  readonly overwrite: boolean;
}

/** A file whose version cannot be determined counts as changed. */
const versionAt = async (backend: Backend, path: Path): Promise<string | undefined> =>
  (await backend.stat(path, { version: true }).catch(() => null))?.version;

/**
 * Move on a backend that cannot: copy every file, then remove the source. A copy that fails is taken back, so that
 * either the source or the target is whole; two copies are left only when removing the source fails.
 */
async function copyAcross(backend: Backend, { from, to, signal, overwrite }: Moving): Promise<void> {
  const stat = await backend.stat(from, { signal });
  const sources = stat?.kind === "directory" ? await filesBelow(backend, from, signal) : [from];
  const made: { path: Path; version: string }[] = [];
  const read = new Map<Path, string>();
  try {
    for (const source of sources) {
      const { bytes, version } = await backend.read(source, { signal });
      const path = (to + source.slice(from.length)) as Path;
      const written = await backend.write(path, bytes, { signal, ...(!overwrite && { ifVersion: null }) });
      made.push({ path, version: written.version });
      read.set(source, version);
    }
  } catch (error) {
    if (!overwrite)
      for (const { path, version } of made) await backend.remove(path, { ifVersion: version }).catch(() => {});
    throw error;
  }
  try {
    if (stat?.kind === "directory") await backend.remove(from, { recursive: true });
    else await backend.remove(from, { ifVersion: read.get(from) });
  } catch (error) {
    throw new ToolError("unavailable", `${from} was copied to ${to}, but could not be removed afterwards.`, {
      hint: "Both are there now; delete the one you do not want with {delete_file}.",
      cause: error,
    });
  }
}

async function filesBelow(backend: Backend, folder: Path, signal: AbortSignal): Promise<Path[]> {
  const files: Path[] = [];
  for await (const { path, kind } of backend.list(folder, { recursive: true, signal }))
    if (kind === "file") files.push(path);
  return files;
}
