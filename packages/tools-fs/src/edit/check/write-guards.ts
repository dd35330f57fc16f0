import { ToolError } from "@holdall/tool-core";
import { group, plural, splitLines } from "../../text/lines.ts";

/** Lines that are placeholders for omitted text: three dots around "rest of", "existing code", "unchanged" and similar words. */
const LEFT_OUT =
  /^\s*(?:\/\/|#|--|;|%|\/?\*+|<!--|\{\/\*|\()?\s*(?:\.{3}|…)?\s*\(?\s*(?:(?:the )?rest of (?:the |your |this )?[\w ]{1,40}|(?:existing|previous|remaining|other|same|all other) (?:code|lines|content|methods|functions|imports|tests|items|sections?|implementation)[\w ]{0,40}|[\w ]{0,40}(?:unchanged|remains? the same|stays? the same|omitted|as before|goes here))\s*\)?\s*(?:\.{3}|…)?\s*(?:\*\/\}?|-->|\))?\s*$/i;

/** Refuse new text with a line that only says that text was left out, unless the old text has that very line. */
export function refusePlaceholder(fresh: string, before: string, parameter: string): void {
  if (!fresh.includes("...") && !fresh.includes("…")) return;
  for (const [i, line] of splitLines(fresh).entries()) {
    if (line.length > 160 || !(line.includes("...") || line.includes("…")) || !LEFT_OUT.test(line)) continue;
    if (before.includes(line.trim())) continue;
    throw new ToolError(
      "invalid_input",
      `Line ${i + 1} of ${parameter} is a placeholder for omitted text: ${JSON.stringify(line.trim())}. It would replace that text.`,
      {
        hint: "Write the full text, or change part of the file with {edit_file}.",
        data: { line: i + 1 },
      },
    );
  }
}

/** A remark on a write that leaves less than a third of a file's lines, and takes more than fifty. */
export function shrinkWarning(old: number, fresh: number): string | undefined {
  if (old - fresh <= 50 || fresh * 3 >= old) return undefined;
  return `Warning: the file had ${plural(old, "line")} and has ${group(fresh)} now. If you did not mean to drop the rest, restore it.`;
}
