import { type Backend, type Path, ToolError } from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-kit";
import { sliceRange, stale, unlessMissing } from "@holdall/tool-kit/backends";
import { diskText, isSameText } from "./disk-text.ts";
import type { EditorFiles } from "./editor-files.ts";
import type { KnownFiles } from "./known-files.ts";
import { queueOf } from "./path-queue.ts";
import { maxEdited, readThrough } from "./read-through.ts";
import { searchUnsaved } from "./search-unsaved.ts";

export interface AcpBackendOptions {
  readonly editor: EditorFiles;
  /** Files about which the editor is asked; every file by default. */
  readonly known?: Pick<KnownFiles, "has" | "under"> | undefined;
}

type WriteIo = NonNullable<Parameters<Backend["write"]>[2]>;

/**
 * Create a backend that reads and writes the files an editor knows through that editor: unsaved text counts, and open buffers
 * show what is written. Everything else goes to the backend below, which also decides whether a path can be reached. A write
 * bound to a version throws `stale` if the user has typed in the meantime. If the editor cannot read files, this is the
 * backend below.
 */
export function acpBackend(base: Backend, { editor, known }: AcpBackendOptions): Backend {
  const { read: ask, write: tell } = editor;
  if (!ask) return base;
  const through = readThrough(base, ask);
  const isKnown = (path: Path) => known?.has(path) ?? true;
  const inQueue = queueOf(editor);
  const current = (path: Path, io: WriteIo) => through.read(path, { signal: io.signal, judged: io.judged });

  /** Have the editor write. What it saves in another encoding or with other line endings is put right on disk. */
  async function writeByEditor(path: Path, bytes: Uint8Array, text: string, io: WriteIo) {
    await tell?.(path, text, io.signal).catch((cause: unknown) => {
      throw notWritten(path, cause);
    });
    const after = await base.read(path, { judged: io.judged });
    const disk = diskText(after.bytes);
    if (!disk || !isSameText(disk.text, text)) return { version: contentHash(bytes) };
    through.saved(path, disk.text);
    if (sameBytes(after.bytes, bytes)) return { version: after.version };
    return await base.write(path, bytes, { judged: io.judged, ifVersion: after.version });
  }

  async function write(path: Path, bytes: Uint8Array, io: WriteIo = {}): Promise<{ readonly version: string }> {
    const found = base.can.write && io.ifVersion !== null ? await unlessMissing(current(path, io)) : undefined;
    // A folder, a file that is new or must be, and what cannot be written at all.
    if (!found) return await base.write(path, bytes, io);
    if (io.ifVersion !== undefined && io.ifVersion !== found.version) throw stale(path, found.version);
    const text = bytes.length > maxEdited ? undefined : diskText(bytes)?.text;
    const onDisk = { ...io, ...(io.ifVersion !== undefined && { ifVersion: found.onDisk }) };
    if (tell && text !== undefined && io.mode === undefined && found.isShown)
      return await writeByEditor(path, bytes, text, io);
    if (found.isUnsaved) throw unsaved(path, "changed");
    return await base.write(path, bytes, onDisk);
  }

  const refuseUnsaved = async (path: Path, io: WriteIo, what: string) => {
    const found = isKnown(path) ? await unlessMissing(fileAt(path, io)) : undefined;
    if (found?.isUnsaved) throw unsaved(path, what);
  };

  /** The file at a path; undefined for a folder, and for what cannot be read. */
  const fileAt = async (path: Path, io: WriteIo) => {
    const stat = await base.stat(path, { signal: io.signal, judged: io.judged });
    return stat?.kind === "file" ? await current(path, io) : undefined;
  };

  const { move, writeFrom, stream, search } = base;
  return {
    ...base,
    name: `editor over ${base.name}`,

    async stat(path, io = {}) {
      const stat = await base.stat(path, io);
      if (stat?.kind !== "file" || !isKnown(path)) return stat;
      const found = await unlessMissing(current(path, io));
      if (!found?.isUnsaved) return stat;
      return { ...stat, size: found.size, ...(io.version && { version: found.version }) };
    },

    async read(path, io = {}) {
      if (!isKnown(path)) return await base.read(path, io);
      const { bytes, version, size, isUnsaved } = await current(path, io);
      if (!isUnsaved && io.range) return await base.read(path, io);
      return { bytes: sliceRange(bytes, io.range), version, size };
    },

    write: (path, bytes, io) =>
      isKnown(path) ? inQueue(path, () => write(path, bytes, io)) : base.write(path, bytes, io),

    ...(writeFrom && {
      async writeFrom(path, chunks, io = {}) {
        await refuseUnsaved(path, io, "replaced");
        return await writeFrom(path, chunks, io);
      },
    }),

    async remove(path, io = {}) {
      if (!isKnown(path) || io.recursive) return await base.remove(path, io);
      await inQueue(path, async () => {
        const found = io.ifVersion === undefined ? undefined : await unlessMissing(fileAt(path, io));
        if (found && io.ifVersion !== found.version) throw stale(path, found.version);
        await base.remove(path, found ? { ...io, ifVersion: found.onDisk } : io);
      });
    },

    ...(move && {
      async move(from, to, io = {}) {
        await refuseUnsaved(from, io, "moved");
        if (io.overwrite) await refuseUnsaved(to, io, "replaced");
        await move(from, to, io);
      },
    }),

    ...(stream && {
      async *stream(path, io = {}) {
        const found = isKnown(path) ? await fileAt(path, io) : undefined;
        if (!found?.isUnsaved) return yield* stream(path, io);
        const { bytes, version, size } = found;
        yield { bytes: bytes.slice(io.start ?? 0), version, size };
      },
    }),

    ...(search && { search: searchUnsaved({ base, search, through, known }) }),
  };
}

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const unsaved = (path: Path, what: string): ToolError =>
  new ToolError("unavailable", `${path} cannot be ${what}: the editor has unsaved changes of it.`, {
    hint: "Ask the user to save the file or to discard their changes, then try again.",
    data: { path },
  });

const notWritten = (path: Path, cause: unknown): ToolError =>
  new ToolError(
    "unavailable",
    `The editor did not write ${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
    {
      hint: "Read the file again to see what it contains now. Then try again, or tell the user.",
      data: { path },
      cause,
    },
  );
