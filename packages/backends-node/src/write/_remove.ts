import { unlinkSync } from "node:fs";
import type { Backend, Path } from "@holdall/tool-core";
import { isFolder, isRoot, needsRecursive, notFound, stale } from "../_errors.ts";
import { holdUnfollowed, lookAt, type PathGuard, resolveEntry } from "../paths/_path-guard.ts";
import type { Versions } from "../read/_versions.ts";
import { withLock } from "./_lock.ts";

type RemoveIo = NonNullable<Parameters<Backend["remove"]>[1]>;

export interface RemoveContext {
  readonly guard: PathGuard;
  readonly versions: Versions;
}

/** Remove a file or a link itself; a folder with all that is in it when `recursive`. */
export async function remove(
  context: RemoveContext,
  path: Path,
  { recursive, ifVersion, ...io }: RemoveIo,
): Promise<void> {
  const { signal } = io;
  const { guard, versions } = context;
  if (guard.isRoot(path)) throw isRoot(path);
  using place = guard.place(path);
  holdUnfollowed(io, path, place);
  const { folder, name } = place;
  if (lookAt(place)?.isDirectory()) {
    if (ifVersion !== undefined) throw isFolder(path);
    if (!recursive) throw needsRecursive(path);
    const { removeTree } = await import("./_remove-tree.ts");
    await removeTree(folder, name, path, signal);
    return;
  }
  await withLock(place, path, signal, async (stillHeld) => {
    if (!lookAt(place)) throw notFound(path);
    if (ifVersion !== undefined) {
      using target = resolveEntry(guard, path);
      const current = target.stat?.isFile() ? await versions.of(target, target.stat, signal) : null;
      if (current !== ifVersion) throw stale(path, current);
    }
    stillHeld();
    unlinkSync(folder.at(name));
  });
}
