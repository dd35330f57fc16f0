import { type Backend, dirname, type FileBytes, type Io, type Path, ToolError, toPath } from "@holdall/tool-core";
import type { TreeChange } from "../merge/merge-trees.ts";
import { makeFolder, putFile, removeEmptyFolder } from "../shared/steps.ts";
import { transfer } from "../shared/transfer.ts";
import { createUndoLog, type UndoLog } from "../shared/undo-log.ts";

interface MergeSteps {
  readonly changes: readonly TreeChange[];
  /** The files as they were when the steps were decided. */
  readonly read: ReadonlyMap<string, FileBytes>;
  readonly modes: ReadonlyMap<string, number>;
  /** Links that are removed before something takes their place. */
  readonly links: ReadonlySet<Path>;
}

/** Make the merged tree of the current one, all of it or nothing. Throws `stale` if a file is not what it was. */
export async function applyMerge(backend: Backend, steps: MergeSteps, io: Io): Promise<void> {
  const { changes, links } = steps;
  const read = new Map(steps.read);
  const undo = createUndoLog();
  try {
    for (const { path } of changes) if (links.has(toPath(path))) await removeLink(backend, toPath(path), undo, io);
    const removed = changes.flatMap(({ kind, path }) => (kind === "remove" ? [toPath(path)] : []));
    const folders = removed.filter((path) => !read.has(path) && !links.has(path));
    for (const path of removed) {
      if (!read.has(path)) continue;
      await removeFile(backend, path, read, undo, io);
      read.delete(path);
    }
    const move = async (change: TreeChange, isOntoFolder: boolean) => {
      if (change.kind !== "move" || folders.includes(toPath(change.path)) !== isOntoFolder) return;
      await moveFile(backend, change, { read, mode: steps.modes.get(change.path) }, undo, io);
      read.delete(change.from);
    };
    for (const change of changes) await move(change, false);
    for (const path of folders.sort().reverse()) await removeFolder(backend, path, undo, io);
    for (const change of changes) {
      await move(change, true);
      if (change.kind === "write") {
        const mode = steps.modes.get(change.path);
        const before = read.get(change.path);
        await makeFolder(backend, dirname(toPath(change.path)), undo, io);
        await putWithMode(backend, toPath(change.path), { bytes: change.bytes, before, mode }, undo, io);
      }
      if (change.kind === "folder") await makeFolder(backend, toPath(change.path), undo, io);
    }
  } catch (cause) {
    throw await undo.rollBack("Merging", cause);
  }
}

async function removeLink(backend: Backend, path: Path, undo: UndoLog, io: Io): Promise<void> {
  await backend.remove(path, io);
  undo.add(path, async () => {
    throw new ToolError("unsupported", "A symbolic link cannot be recreated.");
  });
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
