import type { Backend, Io, Path } from "@holdall/tool-core";
import type { Assumed, CoveredPath } from "../overlay/overlay.ts";
import type { ForkMode } from "./modes.ts";

/** A change of a file, with what it was made of. */
export interface SavedChange {
  readonly path: Path;
  readonly before: Assumed;
  /** Absent if the file was removed. */
  readonly after?: Uint8Array | undefined;
  readonly mode?: ForkMode | undefined;
}

/** The changes of files in an overlay. Content that it did not keep is read where the base still has that version. */
export async function saveChanges(
  backend: Backend,
  covered: readonly CoveredPath[],
  modes: ReadonlyMap<string, ForkMode>,
  io: Io,
): Promise<SavedChange[]> {
  const saved: SavedChange[] = [];
  for (const { path, before, now } of covered) {
    const after = now?.kind === "file" ? now.bytes : undefined;
    if (before?.kind !== "file" && !after) continue;
    const was =
      before?.kind === "file" ? (before.bytes ?? (await unchanged(backend, path, before.version, io))) : "nothing";
    saved.push({ path, before: was, after, mode: modes.get(path) });
  }
  return saved;
}

async function unchanged(backend: Backend, path: Path, version: string | undefined, io: Io): Promise<Assumed> {
  if (version === undefined || (await backend.stat(path, io))?.kind !== "file") return "unknown";
  const now = await backend.read(path, io);
  return now.version === version ? now.bytes : "unknown";
}
