import type { FileCounts } from "@holdall/tool-core";
import type { Find } from "./walk.ts";

export type RunningCounts = { -readonly [name in keyof FileCounts]: number };

export function count(counts: RunningCounts, { step }: Find): void {
  if (step === "take") counts.files++;
  else counts[step]++;
}
