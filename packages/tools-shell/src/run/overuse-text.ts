import type { Overuse } from "../process/watch-usage.ts";
import { sizeText } from "../text/size-text.ts";

/** Why something was stopped, and what raises the limit. */
export function overuseText({ what, used, most }: Overuse): string {
  return what === "memory"
    ? `it used ${sizeText(used)} of memory with everything it started; the limit is ${sizeText(most)} (limits.memory)`
    : `it had ${used} processes and threads; the limit is ${most} (limits.processes)`;
}
