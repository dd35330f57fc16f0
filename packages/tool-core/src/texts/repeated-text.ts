import type { ToolContext } from "../context.ts";
import { foreignContent } from "../policy/foreign-content.ts";
import { textsRead } from "./texts-read.ts";

/** Shorter lines are words that anyone uses. */
const minLine = 12;

/**
 * Returns whether what a call stores may come from others: text of others was read since the user last wrote, or a line of it
 * stands in such text that was read before. Lines that the user wrote do not count.
 */
export async function mayRepeatOthers(
  { state }: Pick<ToolContext, "state">,
  written: readonly string[],
): Promise<boolean> {
  const texts = state(textsRead);
  const hasRead = state(foreignContent).size > 0;
  if (!hasRead && !texts.hasOthers) return false;
  const search = await texts.search();
  const lines = written
    .flatMap((text) => text.split("\n"))
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length > 0 && lines.every((line) => search.isOfUser(line))) return false;
  return hasRead || lines.some((line) => line.length >= minLine && search.find(line)?.inProse === true);
}
