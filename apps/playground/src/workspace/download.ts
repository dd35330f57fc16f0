import type { Backend, Path } from "@holdall/tool-core";

/** Hand a file of the workspace to the person, byte for byte. */
export async function download(backend: Backend, path: Path): Promise<void> {
  const { bytes } = await backend.read(path);
  saveBytes(bytes, path.slice(path.lastIndexOf("/") + 1));
}

/** Hand bytes to the person under a name. */
export function saveBytes(bytes: Uint8Array, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
  link.download = name;
  link.click();
  // The browser holds on to what it has begun to save.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
