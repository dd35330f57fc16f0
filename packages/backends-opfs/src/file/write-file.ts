import { dirname, type Path } from "@holdall/tool-core";
import { throwIfAborted } from "../shared/cancel.ts";
import * as failed from "../shared/errors.ts";
import { type Folder, find, findFile, makeFolder, storedName } from "../shared/tree.ts";
import { moveFile } from "./move.ts";
import { type TempFile, writeTemp } from "./temp-file.ts";
import { versionOf } from "./version.ts";

interface WriteHow {
  readonly ifVersion?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Commit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Write a file; gives its version. `commit` locks the file only while it is compared and replaced, so a slow write does
 * not block readers.
 */
export async function writeFile(
  root: Folder,
  path: Path,
  bytes: Uint8Array<ArrayBuffer>,
  how: WriteHow,
  commit: Commit,
): Promise<string> {
  if (path === "/") throw failed.isFolder(path);
  const name = storedName(path);
  const temp = await writeTemp(root, [bytes]);
  return give(root, path, temp, name, how, commit);
}

/**
 * The same from pieces. The tree is not held while they come, because their source may wait for it: it is shared while the
 * file is looked at, and again while it takes its place.
 */
export async function writeFileFrom(
  root: Folder,
  path: Path,
  chunks: AsyncIterable<Uint8Array>,
  how: WriteHow,
  { share, commit }: { readonly share: Commit; readonly commit: Commit },
): Promise<string> {
  if (path === "/") throw failed.isFolder(path);
  const name = storedName(path);
  await share(() => check(root, path, how));
  const temp = await writeTemp(root, owned(chunks, how.signal));
  return give(root, path, temp, name, how, (work) => share(() => commit(work)));
}

async function* owned(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of chunks) {
    throwIfAborted(signal);
    yield new Uint8Array(chunk);
  }
  throwIfAborted(signal);
}

/** Let a temporary file take its place. */
async function give(root: Folder, path: Path, temp: TempFile, name: string, how: WriteHow, commit: Commit) {
  try {
    return await commit(async () => {
      const folder = await check(root, path, how);
      throwIfAborted(how.signal);
      await moveFile(temp.file, folder ?? (await makeFolder(root, dirname(path))), name);
      return versionOf(await findFile(root, path));
    });
  } catch (thrown) {
    await temp.discard();
    throw thrown;
  }
}

/** The folder of a path that may be written, when it is there. */
async function check(root: Folder, path: Path, { ifVersion }: WriteHow): Promise<Folder | undefined> {
  const { folder, handle } = await find(root, path);
  if (handle?.kind === "directory") throw failed.isFolder(path);
  if (ifVersion === null && handle) throw failed.alreadyExists(path);
  if (typeof ifVersion === "string") {
    const version = handle ? await versionOf(await handle.getFile()) : null;
    if (version !== ifVersion) throw failed.stale(path, version);
  }
  return folder;
}
