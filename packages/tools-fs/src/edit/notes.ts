import { showRanges } from "../history/freshness.ts";
import type { EditPlan } from "./plan-edit.ts";

/** What an answer says about a match that was not exact. */
export const tierNotes: Readonly<Record<EditPlan["tier"], string>> = {
  exact: "",
  "line-edges": "old_string matched apart from line endings or spaces at line ends; the file's own were kept.",
  "inner-space":
    "old_string matched apart from spaces inside lines; the file's own were kept where new_string repeats them.",
  indentation: "old_string matched apart from its indentation; new_string was indented as the file is.",
  "blank-lines": "old_string matched apart from blank lines; the file's own were kept.",
  "look-alikes":
    "old_string matched apart from quotes, dashes or kinds of space that look alike; the file's own were kept where new_string repeats them.",
  "line-numbers": "Line numbers in front of old_string were taken off.",
  escapes: "One level of backslash escapes was taken off old_string and new_string.",
};

/** What an answer says when somebody else changed the file since it was read. */
export function outsideNote(ranges: readonly (readonly number[])[]): string {
  const where = showRanges(ranges.map(([from = 0, to = from]) => [from, to] as const));
  return `Note: something else changed the file since you read it${where && ` (lines ${where} before this edit)`}; your edit was applied on top.`;
}
