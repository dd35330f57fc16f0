import type { Access } from "./access.ts";

const declared = new WeakSet<Access>();

/** Declare that a call does nothing beyond its other accesses. For tools that can prove this. */
export function declareWhole(access: Access): Access {
  declared.add(access);
  return access;
}

/** Returns whether an access was declared with `declareWhole`. Never true for a copy. */
export const isWhollyDeclared = (access: Access): boolean => declared.has(access);
