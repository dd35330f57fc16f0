import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { readStat } from "@holdall/tool-kit/node";
import { crypto } from "../read/_crypto.ts";

/**
 * Who made a temporary file, a lock or anything else that a killed process leaves behind: `scope-pid-start-nonce`, in a
 * form that fits a file name.
 * A scope is one boot of one machine or container: only there does a process id mean the same process.
 */
const pattern = /^([0-9a-f]{8})-([0-9a-z]+)-([0-9a-z]+)-[0-9a-z]+$/;

let self: string | undefined;
let count = 0;

/** Create a name for something that this process creates. Never returns the same name twice. */
export function newOwner(): string {
  self ??= `${scope()}-${process.pid.toString(36)}-${startOf(process.pid) ?? "0"}-${crypto().randomBytes(5).toString("hex")}`;
  count += 1;
  return `${self}z${count.toString(36)}`;
}

/** The id of the owner's process, where it is one of this machine or container, and whether it is this process. */
export function processOf(owner: string): { readonly id: number | undefined; readonly isSelf: boolean } {
  const [, itsScope, pid] = pattern.exec(owner) ?? [];
  const id = pid !== undefined && itsScope === scope() ? Number.parseInt(pid, 36) : undefined;
  return { id, isSelf: self !== undefined && owner.startsWith(`${self}z`) };
}

/** Returns true if the owner's process has ended, or has not touched the file for `limit` milliseconds. */
export function isGone(owner: string, age: number, limit: number): boolean {
  const [, itsScope, pid, start] = pattern.exec(owner) ?? [];
  if (age > limit || pid === undefined) return age > limit;
  if (itsScope !== scope()) return false;
  return !isRunning(Number.parseInt(pid, 36), start ?? "0");
}

function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
  }
  // A zombie has ended, whether or not anybody has asked how.
  if (readStat(pid)?.isOver) return false;
  const now = startOf(pid);
  return start === "0" || now === undefined || now === start;
}

/** When a process started, in clock ticks since boot; process ids are used again, this pair is not. Linux only. */
function startOf(pid: number): string | undefined {
  return readStat(pid)?.start.toString(36);
}

let known: string | undefined;

function scope(): string {
  known ??= crypto()
    .hash(
      "sha256",
      [
        hostname(),
        tryRead(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1")),
        tryRead(() => readlinkSync("/proc/self/ns/pid")),
      ].join("\n"),
      "hex",
    )
    .slice(0, 8);
  return known;
}

function tryRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
