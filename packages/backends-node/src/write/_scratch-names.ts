import { newOwner } from "./process-owner.ts";

const temp = /^\.holdall-([0-9a-f]{8}-[0-9a-z]+-[0-9a-z]+-[0-9a-z]+)\.tmp$/;

/** A new name for a temporary file; it tells who made it. */
export const newTempName = (): string => `.holdall-${newOwner()}.tmp`;

/** Who made the temporary file of this name, or undefined for every other name. */
export const tempOwner = (name: string): string | undefined => temp.exec(name)?.[1];

/** True for the names of temporary files of this package: they are not part of any listing. */
export const isScratch = (name: string): boolean => name.startsWith(".holdall-") && temp.test(name);
