import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type Session, toPath } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";

export interface MemorySession {
  readonly session: Session;
  put(path: string, bytes: Uint8Array): Promise<void>;
  get(path: string): Promise<Uint8Array>;
  remove(path: string): Promise<void>;
}

/** Every file tool over a file system in memory, everything allowed. */
export function openMemory(): MemorySession {
  const backend = memoryBackend();
  return {
    session: openSession(createRegistry(fsTools({ backend })), { policy: allow() }),
    async put(path, bytes) {
      await backend.write(toPath(path), bytes);
    },
    async get(path) {
      return (await backend.read(toPath(path))).bytes;
    },
    async remove(path) {
      await backend.remove(toPath(path));
    },
  };
}
