import { type Backend, notify, type Path } from "@holdall/tool-core";
import { viewOf } from "./shared/view-of.ts";

/** A change that was made. `path` is the current location, or the last one for a removed file. */
export type FileEvent =
  | { readonly type: "file-written"; readonly path: Path; readonly version: string; readonly size: number }
  | { readonly type: "file-moved" | "directory-moved"; readonly path: Path; readonly from: Path }
  | { readonly type: "file-removed" | "directory-removed" | "directory-created"; readonly path: Path };

/**
 * Call a listener for every change made through this backend, when it is complete, but not for failed changes. If the listener
 * throws, the error is reported as uncaught and does not affect the write.
 */
export function observe(backend: Backend, listener: (event: FileEvent) => void): Backend {
  const tell = (event: FileEvent) => notify(listener, event);
  const { createDirectory, move, writeFrom } = backend;
  // Changes made through them could not be reported.
  const { entries: _, ...view } = viewOf(backend);

  return {
    ...view,

    async write(path, bytes, io) {
      const size = bytes.length;
      const written = await backend.write(path, bytes, io);
      tell({ type: "file-written", path, version: written.version, size });
      return written;
    },

    ...(writeFrom && {
      async writeFrom(path, chunks, io) {
        let size = 0;
        const counted = async function* () {
          for await (const chunk of chunks) {
            size += chunk.length;
            yield chunk;
          }
        };
        const written = await writeFrom(path, counted(), io);
        tell({ type: "file-written", path, version: written.version, size });
        return written;
      },
    }),

    async remove(path, io) {
      const found = io?.recursive ? await backend.stat(path, { signal: io.signal, judged: io.judged }) : null;
      await backend.remove(path, io);
      tell({ type: found?.kind === "directory" ? "directory-removed" : "file-removed", path });
    },

    ...(createDirectory && {
      async createDirectory(path, io) {
        const found = await backend.stat(path, io);
        await createDirectory(path, io);
        if (!found) tell({ type: "directory-created", path });
      },
    }),

    ...(move && {
      async move(from, to, io) {
        const found = await backend.stat(from, { signal: io?.signal, judged: io?.judged });
        await move(from, to, io);
        if (from !== to) tell({ type: found?.kind === "directory" ? "directory-moved" : "file-moved", path: to, from });
      },
    }),
  } satisfies Backend;
}
