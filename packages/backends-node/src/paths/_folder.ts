import { closeSync, constants, lstatSync, openSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Path } from "@holdall/tool-core";
import { fromHostPath, isLinux } from "@holdall/tool-kit/node";
import { errno } from "../_errors.ts";
import { childPath } from "./_child-path.ts";

/** An open folder. Operations through `at` happen in this folder, wherever its path leads by then. */
export interface Folder extends Disposable {
  /** Where it really is, with every link resolved. */
  readonly real: Path;
  /** A child, for a system call. */
  at(name: string): string;
  /** Open a folder in it. Throws errno errors; `ENOTDIR` for a link. */
  enter(name: string): Folder;
  /** Open the folder it is in by now. */
  up(): Folder;
  /** `at` leads into this very folder, whatever happens to its path. */
  readonly isHeld: boolean;
  /** Throws `ESTALE` when `at` may lead elsewhere by now. Call it between opening something and using it. */
  verify(): void;
}

/** Open a folder by the host's path. Throws errno errors; `ENOTDIR` for a link that is not to be followed. */
export type OpenFolder = (host: string, how?: { readonly follow: boolean }) => Folder;

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
/** Linux: a handle that grants only a location. */
const O_PATH = 0o10000000;

/**
 * Open a folder by a handle: the kernel says where the handle is, and children are reached through the handle, so
 * swapping a folder for a link after the check changes nothing. Linux only.
 */
export const openByHandle: OpenFolder = (host, { follow } = { follow: true }) => {
  const folder = standOn(openSync(host, O_PATH | O_DIRECTORY | (follow ? 0 : O_NOFOLLOW)));
  try {
    // Asked while it is open, and known from then on.
    void folder.real;
    return folder;
  } catch (error) {
    folder[Symbol.dispose]();
    throw error;
  }
};

function standOn(fd: number): Folder {
  const self = `/proc/self/fd/${fd}`;
  let isOpen = true;
  let real: Path | undefined;
  const use = (path: string): string => {
    // The system gives the number of a closed handle to the next one, which may stand anywhere.
    if (!isOpen) throw new Error("A folder was used after it was closed.");
    return path;
  };
  return {
    get real() {
      real ??= fromHostPath(readlinkSync(use(self)));
      return real;
    },
    at: (name) => use(`${self}/${name}`),
    enter: (name) => standOn(openSync(use(`${self}/${name}`), O_PATH | O_DIRECTORY | O_NOFOLLOW)),
    up: () => standOn(openSync(use(`${self}/..`), O_PATH | O_DIRECTORY)),
    isHeld: true,
    verify() {},
    [Symbol.dispose]() {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}

/**
 * Open a folder by its real path, where there are no handles to stand on. `verify` looks whether the path still leads to
 * the same folder, which leaves a gap between that look and the next system call.
 */
export const openByPath: OpenFolder = (host, { follow } = { follow: true }) => {
  const stat = follow ? statSync(host) : lstatSync(host);
  if (!stat.isDirectory()) throw errno("ENOTDIR");
  const real = realpathSync.native(host);
  const identity = identify(real);
  return {
    real: fromHostPath(real),
    isHeld: false,
    at: (name) => `${real}/${name}`,
    enter(name) {
      const child = openByPath(`${real}/${name}`, { follow: false });
      if (child.real !== childPath(fromHostPath(real), name)) throw errno("ESTALE");
      return child;
    },
    up: () => openByPath(dirname(real), { follow: false }),
    verify() {
      if (realpathSync.native(real) !== real || identify(real) !== identity) throw errno("ESTALE");
    },
    [Symbol.dispose]() {},
  };
};

function identify(real: string): string {
  const stat = lstatSync(real, { bigint: true });
  if (!stat.isDirectory()) throw errno("ENOTDIR");
  return `${stat.dev}:${stat.ino}`;
}

/** The safest way to open folders that works here, tried on a folder that is known to exist. */
export function chooseOpenFolder(host: string): OpenFolder {
  if (!isLinux()) return openByPath;
  try {
    using folder = openByHandle(host);
    return folder.real === realpathSync.native(host) ? openByHandle : openByPath;
  } catch {
    return openByPath;
  }
}

/** Open a child for reading or writing: never through a link, never waiting for a pipe's other end. */
export function openChild(folder: Pick<Folder, "at" | "verify">, name: string, flags: number, mode?: number): number {
  const at = folder.at(name);
  if (O_NOFOLLOW === 0 && lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) throw errno("ELOOP");
  const fd = openSync(at, flags | O_NOFOLLOW | O_NONBLOCK, mode);
  try {
    folder.verify();
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
