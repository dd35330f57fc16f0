import type { Fork } from "@holdall/backends-compose/merge";
import type { Backend } from "@holdall/tool-core";

/** The permission bits of a file that was written and never given others. */
const usual = 0o644;

/** The files of a fork on a disk, with the permission bits that commands have set or that the file has on the disk. */
export function forkWithModes(own: Fork, disk: Backend): Backend {
  const { backend } = own;
  const modeOf = async (...[path, io]: Parameters<Backend["stat"]>) =>
    own.modeOf(path) ?? (await disk.stat(path, io))?.mode ?? usual;
  return {
    ...backend,
    async stat(path, io) {
      const found = await backend.stat(path, io);
      return found?.kind === "file" ? { ...found, mode: await modeOf(path, io) } : found;
    },
    async write(path, bytes, io) {
      const mode = io?.mode;
      if (mode === undefined) return backend.write(path, bytes, io);
      const before = await modeOf(path, { signal: io?.signal, judged: io?.judged });
      const written = await backend.write(path, bytes, io);
      own.setMode(path, mode, before & 0o777);
      return written;
    },
  };
}
