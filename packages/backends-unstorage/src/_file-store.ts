import { type Path, ToolError } from "@holdall/tool-core";
import type { Storage } from "unstorage";
import * as failed from "./_errors.ts";
import { keyOf, pathOf } from "./_key.ts";

/** The file operations of a storage, with failures as ToolErrors. */
export interface FileStore {
  /** The bytes of a file, ours to keep, or null. */
  load(path: Path): Promise<Uint8Array<ArrayBuffer> | null>;
  save(path: Path, bytes: Uint8Array): Promise<void>;
  erase(path: Path): Promise<void>;
  /** All files below a folder, in no order. */
  filesBelow(folder: Path): Promise<readonly Path[]>;
  writes(path: Path): boolean;
}

const absence = ["ENOENT", "EISDIR", "ENOTDIR", "ENAMETOOLONG"];

export function fileStore(storage: Storage, foldsCase: boolean): FileStore {
  const writes = (path: Path) => {
    const { driver } = storage.getMount(keyOf(path, foldsCase));
    const isClosed = (driver.options as { readOnly?: boolean } | undefined)?.readOnly;
    return !isClosed && (driver.setItemRaw ?? driver.setItem) !== undefined;
  };

  const load = (path: Path) =>
    guard(path, async () => {
      const value: unknown = await storage.getItemRaw(keyOf(path, foldsCase));
      // The drivers for disks give an error as the content of what they could not read.
      if (value instanceof Error && !absence.includes(failed.codeOf(value) ?? "")) throw value;
      return value == null || value instanceof Error ? null : toBytes(value, path);
    });

  return {
    writes,
    load,

    async save(path, bytes) {
      if (!writes(path)) throw failed.isReadOnly(path);
      await guard(path, () => storage.setItemRaw(keyOf(path, foldsCase), new Uint8Array(bytes)));
    },

    async erase(path) {
      if (!writes(path)) throw failed.isReadOnly(path);
      await guard(path, () => storage.removeItem(keyOf(path, foldsCase)));
      // What a driver says of a failed removal is dropped by unstorage, so only a look can tell.
      if ((await load(path)) !== null) throw failed.isStill(path);
    },

    filesBelow: (folder) =>
      guard(folder, async () => {
        const base = folder === "/" ? "" : `${keyOf(folder, foldsCase)}:`;
        const keys = await storage.getKeys(base);
        return keys.flatMap((key) => (key.startsWith(base) ? (pathOf(key, foldsCase) ?? []) : []));
      }),
  };
}

async function guard<T>(path: Path, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw ToolError.is(error) ? error : failed.failedStorage(path, error);
  }
}

async function toBytes(value: unknown, path: Path): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof value === "string") return new TextEncoder().encode(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value.slice());
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  if (value instanceof Blob) return new Uint8Array(await value.arrayBuffer());
  throw failed.isNoBytes(path, typeof value);
}
