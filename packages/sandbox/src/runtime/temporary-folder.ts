import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPrivateFolder, temporaryFolder } from "@holdall/tool-kit/node";

const listName = "sockets";

/**
 * A private folder for what a sandbox has in this process. A process that is killed leaves its own behind, with the
 * sockets that it served and the programs that did: the next sandbox removes them.
 */
export function makeTemporaryFolder(parent = tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^holdall-sandbox-(\d+)-/.exec(name)?.[1]);
    const path = join(parent, name);
    if (!pid || isRunning(pid) || !isPrivateFolder(path)) continue;
    for (const socket of socketsIn(path)) removeSocket(socket);
    rmSync(path, { recursive: true, force: true });
  }
  return temporaryFolder(`sandbox-${process.pid}`, parent).path;
}

/** Note what must go with the folder. */
export function noteSockets(folder: string, sockets: readonly string[]): void {
  writeFileSync(join(folder, listName), JSON.stringify(sockets), { mode: 0o600 });
}

function socketsIn(folder: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(readFileSync(join(folder, listName), "utf8"));
    return Array.isArray(list) ? list.filter((path) => typeof path === "string") : [];
  } catch {
    // None was noted, or not to the end.
    return [];
  }
}

/** End who listens on a socket, by what it was started with, and take the socket away. */
function removeSocket(path: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
      if (words[1]?.startsWith(`UNIX-LISTEN:${path},`)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended meanwhile, or is not ours.
    }
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
