import { memoryBackend } from "@holdall/backends-memory";
import { opfsBackend } from "@holdall/backends-opfs";
import { type Backend, toPath } from "@holdall/tool-core";
import { sample } from "./sample.ts";

export type Place = "memory" | "browser" | "folder";

/** Where an agent works in this page. */
export interface Workspace {
  readonly place: Place;
  readonly name: string;
  readonly backend: Backend;
}

type PickFolder = (options: { readonly mode: "readwrite" }) => Promise<FileSystemDirectoryHandle>;

const pickFolder = (globalThis as { showDirectoryPicker?: PickFolder }).showDirectoryPicker;

/** Whether this browser lets a page work in a folder of the user's. */
export const canPickFolder = pickFolder !== undefined;

/** Open a workspace. Memory starts anew each time; the browser's own file system and folders keep what is in them. */
export async function openWorkspace(place: Place): Promise<Workspace> {
  if (place === "memory") return { place, name: "Memory", backend: memoryBackend({ files: sample }) };
  if (place === "browser") {
    const root = await navigator.storage.getDirectory();
    const directory = await root.getDirectoryHandle("playground", { create: true });
    const backend = opfsBackend({ directory });
    if (await isEmpty(backend)) await fill(backend);
    return { place, name: "This browser", backend };
  }
  if (!pickFolder) throw new Error("This browser cannot open folders. Chrome and Edge can.");
  const directory = await pickFolder.call(globalThis, { mode: "readwrite" });
  return { place, name: directory.name, backend: opfsBackend({ directory, name: directory.name }) };
}

async function isEmpty(backend: Backend): Promise<boolean> {
  for await (const _ of backend.list(toPath("/"))) return false;
  return true;
}

/** Put the sample where it is not yet; a second tab may be doing the same. */
async function fill(backend: Backend): Promise<void> {
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries(sample)) {
    const target = toPath(path);
    if ((await backend.stat(target)) === null) await backend.write(target, encoder.encode(text));
  }
}
