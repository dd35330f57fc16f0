import { type Backend, type Path, ToolError } from "@holdall/tool-core";

/**
 * Move on a backend that cannot: copy every file, then remove the source. A copy that fails is taken back, so that
 * either the source or the target is whole; two copies are left only when removing the source fails.
 */
export async function copyAcross(
  backend: Backend,
  from: Path,
  to: Path,
  { signal, overwrite }: { readonly signal: AbortSignal; readonly overwrite: boolean },
): Promise<void> {
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
