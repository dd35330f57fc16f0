import type { Compaction } from "@holdall/compaction";
import type { ModelMessage } from "ai";
import { counted } from "../../render/text.ts";

/** What a compaction has removed, for the user. */
export function compactionLines({
  tokens,
  removed,
  cut,
  offloaded,
  fits,
  problem,
}: Compaction<ModelMessage>): string[] {
  const number = (count: number) => count.toLocaleString("en");
  const results = Object.entries(removed).map(([tool, count]) => `${tool} ×${count}`);
  return [
    `Compacted: about ${number(tokens.before)} tokens of conversation are now ${number(tokens.after)}.`,
    ...(results.length > 0 ? [`Old results were reduced to one line each: ${results.join(", ")}.`] : []),
    ...(cut > 0 ? [`Notes replace the first ${counted(cut, "message")}.`] : []),
    ...(offloaded ? [`The removed text is saved in ${offloaded.readable}.`] : []),
    ...(problem === undefined ? [] : [`The notes have no summary: ${problem}`]),
    ...(fits ? [] : ["What must be kept is still larger than the context."]),
  ];
}
