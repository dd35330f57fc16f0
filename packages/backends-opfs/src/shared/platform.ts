interface SyncAccess {
  write(bytes: Uint8Array, options?: { readonly at: number }): number;
  flush(): void;
  close(): void;
}

/** A file's handle with what TypeScript's library does not know, or not everywhere. */
export interface FileHandle extends Omit<FileSystemFileHandle, "createWritable"> {
  /** Gives the file another name or place; a file that is there is replaced. */
  move?(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
  /** In dedicated workers. */
  createSyncAccessHandle?(): Promise<SyncAccess>;
  /** Not in pages of Safari before 26. */
  createWritable?: FileSystemFileHandle["createWritable"];
}

export interface ChangeRecord {
  readonly type: "appeared" | "disappeared" | "modified" | "moved" | "unknown" | "errored";
  readonly relativePathComponents: readonly string[];
  readonly relativePathMovedFrom: readonly string[] | null;
}

interface Observer {
  observe(folder: FileSystemDirectoryHandle, options: { readonly recursive: boolean }): Promise<void>;
  disconnect(): void;
}

type ObserverConstructor = new (callback: (records: readonly ChangeRecord[]) => void) => Observer;

/** An observer of the file system, or undefined where the browser has none. */
export function createObserver(callback: (records: readonly ChangeRecord[]) => void): Observer | undefined {
  const { FileSystemObserver } = globalThis as { FileSystemObserver?: ObserverConstructor };
  return FileSystemObserver && new FileSystemObserver(callback);
}
