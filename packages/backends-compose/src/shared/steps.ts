import { type Backend, type FileBytes, type Io, type Path, ToolError } from "@holdall/tool-core";
import { isFile } from "./errors.ts";
import { lineage } from "./paths.ts";
import type { UndoLog } from "./undo-log.ts";

/** Make a folder and its parents, so that undoing takes away exactly those that were made and are empty. */
export async function makeFolder(backend: Backend, path: Path, undo: UndoLog, io: Io): Promise<void> {
  const { createDirectory } = backend;
  if (!createDirectory) return;
  const missing: Path[] = [];
  for (const at of lineage(path)) {
    const found = await backend.stat(at, io);
    if (found && found.kind !== "directory") throw isFile(at);
    if (found) break;
    missing.push(at);
  }
  for (const at of missing.reverse()) {
    await createDirectory(at, io);
    undo.add(at, () => removeEmptyFolder(backend, at, { judged: io.judged }));
  }
}

/** Write a file over `before`, or as a new one, and verify its content. */
export async function putFile(
  backend: Backend,
  path: Path,
  bytes: Uint8Array,
  before: FileBytes | undefined,
  undo: Pick<UndoLog, "add">,
  io: Io,
): Promise<string> {
  const { judged } = io;
  const { version } = await backend.write(path, bytes, { ...io, ifVersion: before?.version ?? null });
  undo.add(path, () =>
    before
      ? backend.write(path, before.bytes, { judged, ifVersion: version })
      : backend.remove(path, { judged, ifVersion: version }),
  );
  if (sameBytes((await backend.read(path, io)).bytes, bytes)) return version;
  throw new ToolError("unavailable", `${path} does not have the content that was written to it.`, {
    hint: "Read it to see what is there; the storage may have changed the content.",
    data: { path },
  });
}

/** Remove a folder that has become empty. Whatever appeared in it since is kept, and an error. */
export async function removeEmptyFolder(backend: Backend, path: Path, io: Io = {}): Promise<boolean> {
  if (!(await backend.stat(path, io))) return false;
  for await (const entry of backend.list(path, { ...io, recursive: true })) {
    if (entry.kind === "directory") continue;
    throw new ToolError("stale", `${entry.path} appeared in the meantime.`, {
      hint: "Look at it, then redo the change.",
      data: { path: entry.path },
    });
  }
  await backend.remove(path, { ...io, recursive: true });
  return true;
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
