import { constants } from "node:fs";
import { type FileHandle, open, readlink } from "node:fs/promises";
import { join } from "node:path";
import { type Backend, type Path, ToolError } from "@holdall/tool-core";
import { otherTargets } from "@holdall/tool-kit/file-tools";
import { type TemporaryFolder, temporaryFolder } from "@holdall/tool-kit/node";

/** Files as the engine can open them, for the time of one query. */
export interface HeldFiles extends AsyncDisposable {
  /** What the engine opens. It stays the same file, whatever happens to its name. */
  hold(path: Path, chunks: () => AsyncIterable<Uint8Array>, plain: boolean): Promise<string>;
  /** Write pieces to a file of the engine's own. Throws `too_large` beyond the limit of copies. */
  copy(chunks: AsyncIterable<Uint8Array>, name: string, fileName?: string): Promise<string>;
  readonly paths: readonly string[];
}

interface HoldOptions {
  readonly backend: Backend;
  /** The backend is the disk of this machine, and its paths are those of the disk. */
  readonly disk: boolean;
  /** Bytes of all copies. */
  readonly maxCopied: number;
  readonly signal: AbortSignal;
}

export function holdFiles({ backend, disk, maxCopied, signal }: HoldOptions): HeldFiles {
  const handles: FileHandle[] = [];
  const paths: string[] = [];
  let folder: TemporaryFolder | undefined;
  let copied = 0;
  const held: HeldFiles = {
    paths,
    async hold(path, chunks, plain) {
      const handle = disk && plain && process.platform === "linux" ? await openJudged(backend, path) : undefined;
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

const tooMuch = (name: string, max: number): ToolError =>
  new ToolError(
    "too_large",
    `${name}: the files of a query that are copied have more than ${Math.round(max / 1_048_576)} MiB.`,
    {
      hint: "Use {aggregate_data} or {filter_data}, which read files of any size, or reduce the file first.",
      data: { max },
    },
  );
