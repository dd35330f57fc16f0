import { hash } from "node:crypto";
import { newOwner } from "./_owner.ts";

const temp = /^\.holdall-([0-9a-f]{8}-[0-9a-z]+-[0-9a-z]+-[0-9a-z]+)\.tmp$/;
const lock = /^\.holdall-[0-9a-f]{16}\.lock$/;

/** A new name for a temporary file; it tells who made it. */
export const newTempName = (): string => `.holdall-${newOwner()}.tmp`;

/** Who made the temporary file of this name, or undefined for every other name. */
export const tempOwner = (name: string): string | undefined => temp.exec(name)?.[1];

/** The lock for a name in the same folder. Spellings that some file systems hold for one name share a lock. */
export const lockName = (name: string): string =>
  `.holdall-${hash("sha256", name.normalize("NFC").toLowerCase(), "hex").slice(0, 16)}.lock`;

export const isLockName = (name: string): boolean => lock.test(name);

/** True for the names of temporary files and locks of this package: they are no part of any listing. */
export const isScratch = (name: string): boolean =>
  name.startsWith(".holdall-") && (temp.test(name) || lock.test(name));
