import { constants } from "node:fs";
import { type FileHandle, open, readlink } from "node:fs/promises";
import { join } from "node:path";
import type { Backend, Path } from "@holdall/tool-core";
import { otherTargets } from "@holdall/tool-kit/file-tools";
import { isLinux, type TemporaryFolder, temporaryFolder } from "@holdall/tool-kit/node";
import type { HeldFiles, HoldOptions } from "../engine/engine.ts";
import { tooMuch } from "../engine/too-much.ts";

/** Hold files by open handles where the disk is that of this machine, and in a private folder elsewhere. */
export function holdFiles({ backend, disk, maxCopied, signal }: HoldOptions): HeldFiles {
  const handles: FileHandle[] = [];
  const paths: string[] = [];
  let folder: TemporaryFolder | undefined;
  let copied = 0;
  const held: HeldFiles = {
    paths,
    async hold(path, chunks, plain) {
      const handle = disk && plain && isLinux() ? await openJudged(backend, path) : undefined;
      if (!handle) return held.copy(chunks(), path);
      handles.push(handle);
      const place = `/proc/self/fd/${handle.fd}`;
      paths.push(place);
      return place;
    },
    async copy(chunks, name, fileName = String(paths.length)) {
      folder ??= temporaryFolder("sql");
      const place = join(folder.path, fileName);
      const file = await open(place, "wx", 0o600);
      try {
        for await (const chunk of chunks) {
          signal.throwIfAborted();
          copied += chunk.length;
          if (copied > maxCopied) throw tooMuch(name, maxCopied);
          await file.write(chunk);
        }
      } finally {
        await file.close();
      }
      paths.push(place);
      return place;
    },
    async [Symbol.asyncDispose]() {
      for (const handle of handles) await handle.close().catch(() => undefined);
      folder?.[Symbol.dispose]();
    },
  };
  return held;
}

/** The open file, if it is the one that the policy was asked about; undefined if it is somewhere else by now. */
async function openJudged(backend: Backend, path: Path): Promise<FileHandle | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY).catch(
    () => undefined,
  );
  if (!handle) return undefined;
  try {
    const place = await readlink(`/proc/self/fd/${handle.fd}`);
    const isJudged = place === path || otherTargets(backend, path).some((target) => target === place);
    if (isJudged && (await handle.stat()).isFile()) return handle;
  } catch {
    // Without /proc, the file is copied.
  }
  await handle.close();
  return undefined;
}
