import { lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import type { Backend, Path } from "@holdall/tool-core";
import { createPace } from "@holdall/tool-core/pace";
import { errnoOf, fromErrno, isFolder, isRoot, needsRecursive, notFound, stale } from "./_errors.ts";
import type { Folder, OpenFolder } from "./_folder.ts";
import { type Gate, lookAt, resolvePlace } from "./_gate.ts";
import { childPath } from "./_host-path.ts";
import { withLock } from "./_lock.ts";
import type { Versions } from "./_versions.ts";

type RemoveIo = NonNullable<Parameters<Backend["remove"]>[1]>;

export interface RemoveContext {
  readonly gate: Gate;
  readonly versions: Versions;
  readonly openFolder: OpenFolder;
}

/** Remove a file or a link itself; a folder with all that is in it when `recursive`. */
export async function remove(
  context: RemoveContext,
  path: Path,
  { recursive, ifVersion, signal }: RemoveIo,
): Promise<void> {
  const { gate, versions, openFolder } = context;
  if (gate.isRoot(path)) throw isRoot(path);
  using place = gate.place(path);
  const { folder, name } = place;
  if (lookAt(place)?.isDirectory()) {
    if (ifVersion !== undefined) throw isFolder(path);
    if (!recursive) throw needsRecursive(path);
    await removeTree(openFolder, folder, name, path, signal);
    return;
  }
  await withLock(place, path, signal, async (stillHeld) => {
    if (!lookAt(place)) throw notFound(path);
    if (ifVersion !== undefined) {
      using target = resolvePlace(gate, path);
      const current = target.stat?.isFile() ? await versions.of(target, target.stat, signal) : null;
      if (current !== ifVersion) throw stale(path, current);
    }
    stillHeld();
    unlinkSync(folder.at(name));
  });
}

/**
 * Remove whatever has this name; folders level by level through open folders, so that a folder that becomes a link on the
 * way is not followed.
 */
export async function removeTree(
  openFolder: OpenFolder,
  parent: Folder,
  name: string,
  path: Path,
  signal: AbortSignal | undefined,
): Promise<void> {
  const pause = createPace(signal);
  const removeFolder = async (inside: Folder, child: string, at: Path): Promise<void> => {
    using folder = openFolder(inside.at(child), { follow: false });
    for (const entry of readdirSync(folder.at("."), { withFileTypes: true })) {
      await removeAny(folder, entry.name, childPath(at, entry.name), entry.isDirectory());
    }
    inside.verify();
    rmdirSync(inside.at(child));
  };
  const removeAny = async (inside: Folder, child: string, at: Path, isDirectory: boolean): Promise<void> => {
    await pause();
    try {
      if (isDirectory) return await removeFolder(inside, child, at);
      inside.verify();
      unlinkSync(inside.at(child));
    } catch (error) {
      if (errnoOf(error) !== "ENOENT") throw fromErrno(error, at);
    }
  };
  const top = lstatSync(parent.at(name), { throwIfNoEntry: false });
  if (top) await removeAny(parent, name, path, top.isDirectory());
}
