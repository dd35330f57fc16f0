import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { errnoOf } from "./_errors.ts";
import { type Folder, openChild } from "./_folder.ts";
import { isGone, newOwner } from "./_owner.ts";
import { lockName } from "./_scratch-names.ts";

/** Milliseconds after which a lock counts as abandoned whoever holds it; holders check before they commit. */
export const lockLimit = 60_000;

/**
 * Take a lock, or say that someone has it. A lock is a symbolic link whose target is its owner's name: made in one step
 * that either succeeds or finds another, never seen half-written. Where links cannot be made it is a file with that text.
 */
export function tryTake(folder: Folder, lock: string, owner: string): boolean {
  try {
    symlinkSync(owner, folder.at(lock));
    return true;
  } catch (error) {
    const code = errnoOf(error) ?? "";
    if (code === "EEXIST") return false;
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(code)) throw error;
  }
  try {
    const fd = openChild(folder, lock, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o666);
    writeSync(fd, owner);
    closeSync(fd);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Who holds a lock, or undefined when nobody does. */
export function holderOf(folder: Folder, lock: string): string | undefined {
  const at = folder.at(lock);
  try {
    return readlinkSync(at);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    if (errnoOf(error) !== "EINVAL" && errnoOf(error) !== "UNKNOWN") throw error;
  }
  try {
    return readFileSync(at, "latin1");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

export function release(folder: Folder, lock: string): void {
  try {
    unlinkSync(folder.at(lock));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/**
 * Remove a lock whose holder is gone; true when the lock may be tried again.
 * Two processes that both find it abandoned must not remove each other's new lock. So whoever removes it first takes a
 * second lock, named after this very holder: only its owner may remove, and only while the holder is still the same.
 * That second lock can be abandoned too, and is then broken in the same way.
 */
export function breakIfGone(folder: Folder, lock: string): boolean {
  const holder = holderOf(folder, lock);
  const stat = lstatSync(folder.at(lock), { throwIfNoEntry: false });
  if (holder === undefined || !stat) return true;
  if (!isGone(holder, Date.now() - stat.mtimeMs, lockLimit)) return false;
  const claim = lockName(`${lock}/${holder}`);
  if (!tryTake(folder, claim, newOwner())) return breakIfGone(folder, claim);
  try {
    if (holderOf(folder, lock) === holder) release(folder, lock);
  } finally {
    release(folder, claim);
  }
  return true;
}
