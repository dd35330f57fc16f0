import { type Backend, dirname, type FileBytes, type Io, type Path, ToolError, toPath } from "@holdall/tool-core";
import type { TreeChange } from "../merge/merge-trees.ts";
import { lineage } from "../shared/paths.ts";
import { makeFolder, putFile, removeEmptyFolder } from "../shared/steps.ts";
import { transfer } from "../shared/transfer.ts";
import { createUndoLog, type UndoLog } from "../shared/undo-log.ts";

interface MergeSteps {
  readonly changes: readonly TreeChange[];
  /** The files as they were when the steps were decided. */
  readonly read: ReadonlyMap<string, FileBytes>;
  readonly modes: ReadonlyMap<string, number>;
  readonly links: readonly Path[];
  readonly removedFolders: readonly Path[];
  readonly newFolders: readonly Path[];
}

/** Make the merged tree of the current one, all of it or nothing. Throws `stale` if a file is not what it was. */
export async function applyMerge(backend: Backend, steps: MergeSteps, io: Io): Promise<void> {
  const { changes, links, removedFolders, newFolders } = steps;
  const read = new Map(steps.read);
  const undo = createUndoLog();
  try {
    for (const path of links) {
      await backend.remove(path, io);
      undo.add(path, async () => {
        throw new ToolError("unsupported", "A symbolic link cannot be recreated.");
      });
    }
    for (const change of changes) {
      if (change.kind !== "remove") continue;
      await removeFile(backend, toPath(change.path), read, undo, io);
      read.delete(change.path);
    }
    for (const path of [...removedFolders].sort().reverse()) await removeFolder(backend, path, undo, io);
    for (const change of changes) {
      if (change.kind === "move") {
        await moveFile(backend, change, { read, mode: steps.modes.get(change.path) }, undo, io);
        read.delete(change.from);
      }
      if (change.kind === "write") {
        const mode = steps.modes.get(change.path);
        const before = read.get(change.path);
        await makeFolder(backend, dirname(toPath(change.path)), undo, io);
        await putWithMode(backend, toPath(change.path), { bytes: change.bytes, before, mode }, undo, io);
      }
    }
    for (const path of newFolders) if (await isFree(backend, path, io)) await makeFolder(backend, path, undo, io);
  } catch (cause) {
    throw await undo.rollBack("Merging", cause);
  }
}

/** Whether no file is in the place of a folder or above it. What would be in that folder is a conflict then. */
async function isFree(backend: Backend, path: Path, io: Io): Promise<boolean> {
  for (const at of lineage(path)) {
    const found = await backend.stat(at, io);
    if (found) return found.kind === "directory";
  }
  return true;
}

interface Put {
  readonly bytes: Uint8Array;
  readonly before: FileBytes | undefined;
  readonly mode: number | undefined;
}

/** Write a file with permission bits of its own, if there are any. Undoing gives it those that it had. */
async function putWithMode(backend: Backend, path: Path, { bytes, before, mode }: Put, undo: UndoLog, io: Io) {
  const had = mode === undefined ? undefined : (await backend.stat(path, io))?.mode;
  if (had !== undefined && before)
    undo.add(path, async () => {
      if (((await backend.stat(path, { judged: io.judged }))?.mode ?? 0) % 0o1000 !== mode) return;
      const now = await backend.read(path, { judged: io.judged });
      await backend.write(path, now.bytes, { judged: io.judged, ifVersion: now.version, mode: had & 0o777 });
    });
  const own = mode === undefined ? io : { ...io, mode };
  await putFile(backend, path, bytes, before, undo, own);
}

async function removeFile(
  backend: Backend,
  path: Path,
  read: MergeSteps["read"],
  undo: UndoLog,
  io: Io,
): Promise<void> {
  const before = read.get(path);
  const had = (await backend.stat(path, io))?.mode;
  await backend.remove(path, { ...io, ifVersion: before?.version });
  const own = { ifVersion: null, judged: io.judged, ...(had !== undefined && { mode: had & 0o777 }) };
  undo.add(path, async () => before && backend.write(path, before.bytes, own));
}

async function moveFile(
  backend: Backend,
  { from, path, bytes }: Extract<TreeChange, { kind: "move" }>,
  { read, mode }: { readonly read: MergeSteps["read"]; readonly mode: number | undefined },
  undo: UndoLog,
  io: Io,
): Promise<void> {
  const [source, target] = [toPath(from), toPath(path)];
  const before = read.get(from);
  const found = await backend.stat(source, { ...io, version: true });
  if (!before || found?.version !== before.version)
    throw new ToolError("stale", `${source} changed in the meantime.`, { hint: "Try again.", data: { path: source } });
  await makeFolder(backend, dirname(target), undo, io);
  const move = (one: Path, other: Path, own: Io) =>
    backend.move ? backend.move(one, other, own) : transfer(backend, one, backend, other, own);
  await move(source, target, io);
  undo.add(source, () => move(target, source, { judged: io.judged }));
  const hasOtherMode = mode !== undefined && found.mode !== undefined && (found.mode & 0o777) !== mode;
  if (!bytes && !hasOtherMode) return;
  const moved = await backend.read(target, io);
  await putWithMode(backend, target, { bytes: bytes ?? moved.bytes, before: moved, mode }, undo, io);
}

/** Whatever is in a folder beside what the fork removed stays, and the folder with it. */
async function removeFolder(backend: Backend, path: Path, undo: UndoLog, io: Io): Promise<void> {
  if ((await backend.stat(path, io))?.kind !== "directory") return;
  for await (const _ of backend.list(path, io)) return;
  if (await removeEmptyFolder(backend, path, io))
    undo.add(path, async () => backend.createDirectory?.(path, { judged: io.judged }));
}
