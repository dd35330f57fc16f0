import { readFileSync } from "node:fs";

/** Print what a child measured, with the most memory it ever held, in MB. */
export function report(figures) {
  console.log(JSON.stringify({ ...figures, peakMB: peak() / 1024 }));
}

/** Kilobytes. On Linux from this process alone: `maxRSS` starts at what the parent held when it forked. */
function peak() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
}
