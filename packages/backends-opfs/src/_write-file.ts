import { dirname, type Path } from "@holdall/tool-core";
import { throwIfAborted } from "./_cancel.ts";
import * as failed from "./_errors.ts";
import { moveFile } from "./_move.ts";
import { writeTemp } from "./_temp-file.ts";
import { type Folder, find, findFile, makeFolder, storedName } from "./_tree.ts";
import { hash, isHashed, versionOf } from "./_version.ts";

interface WriteHow {
  readonly ifVersion?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Write a file; gives its version. `commit` keeps others away from the file: only while it is compared and takes its place,
 * so that a slow write keeps nobody from reading.
 */
export async function writeFile(
  root: Folder,
  path: Path,
  bytes: Uint8Array<ArrayBuffer>,
  { ifVersion, signal }: WriteHow,
  commit: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<string> {
  if (path === "/") throw failed.isFolder(path);
  const name = storedName(path);
  const temp = await writeTemp(root, bytes);
  try {
    return await commit(async () => {
      const { folder, handle } = await find(root, path);
      if (handle?.kind === "directory") throw failed.isFolder(path);
      if (ifVersion === null && handle) throw failed.alreadyExists(path);
      if (typeof ifVersion === "string") {
        const version = handle ? await versionOf(await handle.getFile()) : null;
        if (version !== ifVersion) throw failed.stale(path, version);
      }
      throwIfAborted(signal);
      await moveFile(temp.file, folder ?? (await makeFolder(root, dirname(path))), name);
      return isHashed(bytes.length) ? hash(bytes) : versionOf(await findFile(root, path));
    });
  } catch (thrown) {
    await temp.discard();
    throw thrown;
  }
}
