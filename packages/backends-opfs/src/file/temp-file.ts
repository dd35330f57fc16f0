import * as failed from "../shared/errors.ts";
import { tempFolder } from "../shared/names.ts";
import type { FileHandle } from "../shared/platform.ts";
import { type Folder, unless } from "../shared/tree.ts";

export interface TempFile {
  readonly file: FileSystemFileHandle;
  discard(): Promise<void>;
}

type Chunks = Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>;

/**
 * Write chunks into a separate file that gets its name by a move: readers see it whole or not at all, and a killed tab
 * or a full disk leaves the previous file.
 */
export async function writeTemp(root: Folder, chunks: Chunks): Promise<TempFile> {
  const folder = await root.getDirectoryHandle(tempFolder, { create: true });
  const name = crypto.randomUUID();
  const discard = () => unless("NotFoundError", folder.removeEntry(name));
  const file = await folder.getFileHandle(name, { create: true });
  try {
    await fill(file, chunks);
    return { file, discard };
  } catch (thrown) {
    await discard();
    throw thrown;
  }
}

/** Access handles write fastest and are there in dedicated workers only; pages stream. */
async function fill(file: FileHandle, chunks: Chunks): Promise<void> {
  if (file.createSyncAccessHandle) {
    const access = await file.createSyncAccessHandle();
    try {
      let at = 0;
      for await (const bytes of chunks) {
        const written = access.write(bytes, { at });
        if (written < bytes.length) throw new DOMException(`Only ${at + written} bytes fit.`, "QuotaExceededError");
        at += written;
      }
      access.flush();
    } finally {
      access.close();
    }
  } else if (file.createWritable) {
    const stream = await file.createWritable();
    try {
      for await (const bytes of chunks) await stream.write(bytes);
    } catch (thrown) {
      await stream.abort().catch(() => {}); // a failed write has ended the stream already
      throw thrown;
    }
    await stream.close();
  } else throw failed.needsWorker();
}

/** Remove what killed tabs left. No write may be running. */
export async function sweepTemps(root: Folder): Promise<void> {
  try {
    await root.removeEntry(tempFolder, { recursive: true });
  } catch (thrown) {
    // A tab that is just ending may still hold its file: the next handle sweeps it.
    if (!(thrown instanceof DOMException)) throw thrown;
  }
}
