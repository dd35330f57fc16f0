import type { Access } from "./access.ts";

const declared = new WeakSet<Access>();

/** Say of what a call executes that it does nothing but what the call's other accesses tell. For tools that can prove it. */
export function declareWhole(access: Access): Access {
  declared.add(access);
  return access;
}

/** Whether that is said of an access. Never of a copy. */
export const isWhollyDeclared = (access: Access): boolean => declared.has(access);
