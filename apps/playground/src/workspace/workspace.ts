import { memoryBackend } from "@holdall/backends-memory";
import { opfsBackend } from "@holdall/backends-opfs";
import { type Backend, toPath } from "@holdall/tool-core";
import { sample } from "./sample.ts";

/** Where files live: in this page, in a named place of this browser, or in a folder that the person picks. */
export type WorkspaceLocation =
  | { readonly kind: "memory" }
  | { readonly kind: "browser"; readonly name: string }
  | { readonly kind: "folder" };

/** Where an agent works in this page. */
export interface Workspace {
  readonly place: WorkspaceLocation;
  readonly name: string;
  readonly backend: Backend;
  /** Where the session, its notes and its checkpoints live. */
  readonly state: Backend;
  /** Whether what is in `state` is there after the page was closed. */
  readonly isKept: boolean;
}

type PickFolder = (options: { readonly mode: "readwrite" }) => Promise<FileSystemDirectoryHandle>;

const pickFolder = (globalThis as { showDirectoryPicker?: PickFolder }).showDirectoryPicker;

/** Whether this browser lets a page work in a folder of the user's. */
export const canPickFolder = pickFolder !== undefined;

/** The workspace in the browser that is always there; it starts with the sample. */
export const firstName = "This browser";

/** Open a workspace, and make it when it is new. Memory starts empty each time; the others keep what is in them. */
export async function openWorkspace(place: WorkspaceLocation): Promise<Workspace> {
  const lost = { state: memoryBackend(), isKept: false };
  if (place.kind === "memory") return { place, name: "Memory", backend: memoryBackend({ files: sample }), ...lost };
  if (place.kind === "browser") return openInBrowser(place.name);
  if (!pickFolder) throw new Error("This browser cannot open folders. Chrome and Edge can.");
  const directory = await pickFolder.call(globalThis, { mode: "readwrite" });
  return { place, name: directory.name, backend: opfsBackend({ directory, name: directory.name }), ...lost };
}

/** The names of the workspaces that this browser keeps, the first one always among them. */
export async function listWorkspaces(): Promise<string[]> {
  const names = new Set([firstName]);
  for await (const name of (await openFolder()).keys()) names.add(name);
  return [...names];
}

async function openInBrowser(name: string): Promise<Workspace> {
  if (name === "" || name === "." || name === ".." || /[/\\]/.test(name)) {
    throw new Error(`“${name}” cannot be a workspace's name: leave out slashes, and do not use dots alone.`);
  }
  const folder = await openFolder();
  const isNew = !(await Array.fromAsync(folder.keys())).includes(name);
  const backend = opfsBackend({ directory: await folder.getDirectoryHandle(name, { create: true }) });
  if (isNew && name === firstName) await fill(backend);
  const isKept = await isFirstTab(name);
  const kept = isKept && (await (await openFolder("playground-state")).getDirectoryHandle(name, { create: true }));
  const state = kept ? opfsBackend({ directory: kept }) : memoryBackend();
  return { place: { kind: "browser", name }, name, backend, state, isKept };
}

const openFolder = async (name = "playground") =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });

const held = new Map<string, Promise<boolean>>();

/** Milliseconds that a reloaded tab waits for the page that it was before: the browser ends that one in its own time. */
const maxHandover = 10_000;

/** One tab at a time has the session of a workspace, until it is closed. A tab that had it has it after a reload. */
function isFirstTab(name: string): Promise<boolean> {
  const known = held.get(name);
  if (known) return known;
  const lock = `holdall-playground ${name}`;
  const options = sessionStorage.getItem(lock) ? { signal: AbortSignal.timeout(maxHandover) } : { ifAvailable: true };
  const asked = new Promise<boolean>((resolve) => {
    const hold = (granted: unknown) => {
      resolve(granted !== null);
      if (granted === null) return undefined;
      sessionStorage.setItem(lock, "held");
      return new Promise<never>(() => {}); // until the tab is closed
    };
    navigator.locks.request(lock, options, hold).catch(() => {
      sessionStorage.removeItem(lock); // another tab took it meanwhile
      resolve(false);
    });
  });
  held.set(name, asked);
  void asked.then((isFirst) => isFirst || held.delete(name));
  return asked;
}

/** Put the sample where it is not yet; a second tab may be doing the same. */
async function fill(backend: Backend): Promise<void> {
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries(sample)) {
    const target = toPath(path);
    if ((await backend.stat(target)) === null) await backend.write(target, encoder.encode(text));
  }
}
