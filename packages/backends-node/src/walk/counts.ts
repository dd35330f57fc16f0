import type { FileCounts } from "@holdall/tool-core";
import type { Find } from "./find.ts";

export type RunningCounts = { -readonly [name in keyof FileCounts]: FileCounts[name] };

export function count(counts: RunningCounts, step: Find["step"]): void {
  if (step === "take") counts.files++;
  else if (step === "tooDeep") counts.tooDeep = (counts.tooDeep ?? 0) + 1;
  else counts[step]++;
}
