import { dirname, type Path, ToolError } from "@holdall/tool-core";
import { unfollowed } from "./entry-at.ts";
import { type FileState, type State, sameState } from "./file-state.ts";
import { type ReadStateOptions, readState } from "./read-state.ts";

type Reading = Omit<ReadStateOptions, "signal">;

/** Remove what was just seen at a path; false for a folder that is not empty. Throws `stale` when it is something else by now. */
export async function removeThere(path: Path, now: FileState, reading: Reading): Promise<boolean> {
  const { workspace } = reading;
  const io = unfollowed(workspace);
  if (now.kind === "directory") {
    if (workspace.entries) return workspace.entries.removeFolder(path);
    for await (const _ of workspace.list(path, io)) return false;
    await workspace.remove(path, { ...io, recursive: true });
    return true;
  }
  const version = now.kind === "file" ? { ifVersion: await versionOf(path, now, reading) } : {};
  await workspace.remove(path, { ...io, ...version });
  return true;
}

/** Make a path what it is to be, in place of a file or nothing. Throws `stale` when it is something else by now. */
export async function writeThere(path: Path, now: State, to: FileState, reading: Reading): Promise<void> {
  const { workspace, blobs } = reading;
  const io = unfollowed(workspace);
  if (to.kind === "directory") await workspace.createDirectory?.(path, io);
  if (to.kind === "link" && now === null) {
    await workspace.createDirectory?.(dirname(path), io);
    await workspace.entries?.createLink(path, to.target);
  }
  if (to.kind !== "file" || !to.at) return;
  const bytes = await blobs.get({ hash: to.hash, size: to.size, at: to.at });
  const ifVersion = now === null ? null : await versionOf(path, now, reading);
  // With a mode, the file gets an inode of its own: nothing is written through a hard link.
  await workspace.write(path, bytes, { ...io, ifVersion, ...(to.mode !== undefined && { mode: to.mode }) });
}

/** The version of a file that still has the content that it was compared by. Throws `stale` when it has not. */
async function versionOf(path: Path, state: FileState, reading: Reading): Promise<string> {
  const { version } = await reading.workspace.read(path, unfollowed(reading.workspace));
  if (sameState(await readState(path, reading, false), state)) return version;
  throw new ToolError("stale", `${path} has changed in the meantime.`, {
    hint: "Plan the restore again.",
    data: { path },
  });
}
