import { type Backend, dirname, type Io, type Path, ToolError } from "@holdall/tool-core";
import { lineage } from "../shared/paths.ts";
import { makeFolder, putFile, removeEmptyFolder } from "../shared/steps.ts";
import { createUndoLog, type UndoLog } from "../shared/undo-log.ts";
import type { OverlayChange } from "./changes.ts";

/** Apply the changes to the base, all or none. Conflicting entries are removed first, all others last. */
export async function applyChanges(
  base: Backend,
  top: Backend,
  changes: readonly OverlayChange[],
  io: Io,
): Promise<readonly OverlayChange[]> {
  const conflicts = changes.filter(({ conflict }) => conflict).map(({ path }) => path);
  if (conflicts.length > 0) throw conflicting(conflicts);
  const added = new Set(changes.flatMap(({ kind, path }) => (kind === "added" ? [path] : [])));
  const removals = changes.filter(({ kind }) => kind === "removed").reverse();
  const isInTheWay = ({ path }: OverlayChange) => lineage(path).some((at) => added.has(at));
  const applied = new Map<Path, string>();
  const undo = createUndoLog();
  try {
    for (const change of removals.filter(isInTheWay)) await removeOne(base, change, undo, io);
    for (const change of changes) {
      if (change.kind === "removed") continue;
      if (change.entry === "directory") await makeFolder(base, change.path, undo, io);
      else applied.set(change.path, await writeOne(base, top, change, undo, io));
    }
    for (const change of removals) if (!isInTheWay(change)) await removeOne(base, change, undo, io);
  } catch (cause) {
    throw await undo.rollBack("Applying the changes", cause);
  }
  return changes.map((change) => {
    const after = change.kind === "removed" ? undefined : applied.get(change.path);
    return after === undefined ? change : { ...change, after };
  });
}

async function writeOne(base: Backend, top: Backend, { path, kind, before }: OverlayChange, undo: UndoLog, io: Io) {
  const { bytes } = await top.read(path, io);
  await makeFolder(base, dirname(path), undo, io);
  if (kind === "added") return putFile(base, path, bytes, undefined, undo, io);
  const old = await base.read(path, io);
  if (old.version !== before) throw conflicting([path]);
  return putFile(base, path, bytes, old, undo, io);
}

async function removeOne(base: Backend, { path, entry, before }: OverlayChange, undo: UndoLog, io: Io): Promise<void> {
  if (entry === "directory") {
    if (await removeEmptyFolder(base, path, io)) undo.add(path, async () => base.createDirectory?.(path));
    return;
  }
  const old = (await base.stat(path, io))?.kind === "file" ? await base.read(path, io) : undefined;
  await base.remove(path, { ifVersion: before, signal: io.signal });
  undo.add(path, async () => {
    if (!old) throw new ToolError("unsupported", "A symbolic link cannot be recreated.");
    await base.write(path, old.bytes, { ifVersion: null });
  });
}

const conflicting = (paths: readonly Path[]) =>
  new ToolError("stale", `Nothing was applied: ${paths.join(", ")} changed on the base in the meantime.`, {
    hint: "Discard the changes, then redo them on the current content.",
    data: { paths, path: paths[0] },
  });
