import { existsSync, lstatSync, readFileSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isLinux } from "@holdall/tool-kit/node";
import { errnoOf } from "../_errors.ts";
import type { ResolvedEntry } from "../paths/_path-guard.ts";
import { crypto } from "../read/_crypto.ts";
import { isGone, newOwner } from "./process-owner.ts";

/** Milliseconds after which a lock counts as abandoned, regardless of its holder; holders check before they commit. */
export const lockLimit = 60_000;

let lockFolder: string | undefined;

/**
 * The lock for a name in a folder, in a place that all processes of a machine share, in memory where there is such a
 * place. Spellings that some file systems hold for one name share a lock.
 */
export function lockOf({ folder, name }: ResolvedEntry): string {
  return lockNamed(`${folder.real}/${name.normalize("NFC").toLowerCase()}`);
}

function lockNamed(what: string): string {
  lockFolder ??= isLinux() && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  return `${lockFolder}/holdall-${crypto().hash("sha256", what, "hex").slice(0, 24)}.lock`;
}

/**
 * Take a lock, or say that someone has it. A lock is a symbolic link whose target is its owner's name: made in one step
 * that either succeeds or finds another, never seen half-written. Where links cannot be made it is a file with that text.
 */
export function tryTake(lock: string, owner: string): boolean {
  try {
    symlinkSync(owner, lock);
    return true;
  } catch (error) {
    const code = errnoOf(error) ?? "";
    if (code === "EEXIST") return false;
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(code)) throw error;
  }
  return absentAs(false, "EEXIST", () => {
    writeFileSync(lock, owner, { flag: "wx" });
    return true;
  });
}

/** Who holds a lock, or undefined. */
export function holderOf(lock: string): string | undefined {
  return absentAs(undefined, "ENOENT", () =>
    lstatSync(lock).isSymbolicLink() ? readlinkSync(lock) : readFileSync(lock, "latin1"),
  );
}

export function release(lock: string): void {
  absentAs(undefined, "ENOENT", () => unlinkSync(lock));
}

/**
 * Remove a lock whose holder is gone; true when the lock may be tried again. Two processes that both find it abandoned
 * must not remove each other's new lock. So a process that removes it first takes a second lock, named after this very
 * holder: only its owner may remove, and only while the holder is still the same. That second lock can be abandoned
 * too, and is then broken in the same way.
 */
export function breakIfGone(lock: string): boolean {
  const holder = holderOf(lock);
  const made = lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (holder === undefined || made === undefined) return true;
  if (!isGone(holder, Date.now() - made, lockLimit)) return false;
  const claim = lockNamed(`${lock} ${holder}`);
  if (!tryTake(claim, newOwner())) return breakIfGone(claim);
  try {
    if (holderOf(lock) === holder) release(lock);
  } finally {
    release(claim);
  }
  return true;
}

function absentAs<T>(value: T, code: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (errnoOf(error) === code) return value;
    throw error;
  }
}
