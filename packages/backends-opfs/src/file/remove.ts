import type { Path } from "@holdall/tool-core";
import * as failed from "../shared/errors.ts";
import { type Folder, find } from "../shared/tree.ts";
import { versionOf } from "./version.ts";

interface RemoveHow {
  readonly recursive?: boolean | undefined;
  readonly ifVersion?: string | undefined;
}

/** Remove a file or folder; no other operation may be changing it. */
export async function remove(root: Folder, path: Path, { recursive, ifVersion }: RemoveHow): Promise<void> {
  if (path === "/") throw failed.isRoot(path);
  const { folder, handle } = await find(root, path);
  if (!folder || !handle) throw failed.notFound(path);
  if (handle.kind === "directory") {
    if (!recursive) throw failed.needsRecursive(path);
    if (ifVersion !== undefined) throw failed.isFolder(path);
  } else if (ifVersion !== undefined) {
    const version = await versionOf(await handle.getFile());
    if (version !== ifVersion) throw failed.stale(path, version);
  }
  await folder.removeEntry(handle.name, { recursive: handle.kind === "directory" });
}
