import { readFileSync } from "node:fs";

/**
 * How many processes a shell has beside itself, inside of its sandbox too: what nobody waits for any more is a child of
 * the first process there. Undefined where the kernel does not tell.
 */
export function countBelow(pid: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
    return children.reduce((sum, child) => sum + 1 + (countBelow(child) ?? 0), 0);
  } catch {
    return undefined;
  }
}
