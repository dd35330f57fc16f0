import { neutralText } from "@holdall/tool-kit/text";
import type { Definition } from "./pins.ts";

const maxLines = 60;

/** What differs between two definitions of a tool, for the user: lines that went with `-`, lines that came with `+`. */
export function describeChange(before: Definition, after: Definition): string {
  const lines = (["title", "description", "inputSchema", "annotations"] as const).flatMap((part) => {
    const [old, now] = [linesOf(before[part]), linesOf(after[part])];
    const changed = differences(old, now);
    return changed.length > 0 ? [`${part}:`, ...changed] : [];
  });
  const left = lines.length - maxLines;
  return [...lines.slice(0, maxLines), ...(left > 0 ? [`… ${left} more lines`] : [])].join("\n");
}

function linesOf(value: unknown): string[] {
  if (value === undefined) return [];
  return neutralText(typeof value === "string" ? value : JSON.stringify(value, null, 1)).split("\n");
}

/** The lines between what both begin with and what both end with. */
function differences(old: readonly string[], now: readonly string[]): string[] {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const gone = old.slice(start, old.length - end).map((line) => `- ${line}`);
  return [...gone, ...now.slice(start, now.length - end).map((line) => `+ ${line}`)];
}
