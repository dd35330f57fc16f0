import { ToolError } from "@holdall/tool-core";
import type { Message, Prepared } from "./channel.ts";

interface PartRules {
  readonly channel: string;
  readonly max: number;
  /** What one character or text counts; its length by default. */
  readonly measure?: (text: string) => number;
  readonly unit?: string;
}

/** The longest mark before a part, as `prepareParts` writes it. */
const longestMark = "99/99\n";

/** One text, or, with `split`, parts marked `1/3` that end at a line or a word where possible. Throws `too_large`. */
export function prepareParts(
  message: Message,
  { channel, max, measure = (text) => text.length, unit = "characters" }: PartRules,
): Prepared {
  const { text, split } = message;
  if (!text.isWellFormed())
    throw new ToolError("invalid_input", "The text has lone surrogates (half characters).", {
      hint: "Write it again.",
    });
  const size = measure(text);
  if (size <= max) return { message, parts: [text] };
  if (!split || size > max * 20)
    throw new ToolError("too_large", `The text has ${size} ${unit}; the limit of ${channel} is ${max}.`, {
      hint:
        size > max * 20
          ? "Send a file with {send_file}."
          : "Shorten it, set split to send it in parts, or use {send_file}.",
      data: { size, max },
    });
  const parts: string[] = [];
  for (let left = text; left !== ""; ) {
    const part = firstPart(left, max, (each) => measure(longestMark + each));
    parts.push(part);
    left = left.slice(part.length);
  }
  return { message, parts: parts.map((part, i) => `${i + 1}/${parts.length}\n${part}`) };
}

function firstPart(text: string, max: number, measure: (text: string) => number): string {
  let [fits, tooMany] = [1, text.length + 1];
  while (fits + 1 < tooMany) {
    const middle = (fits + tooMany) >> 1;
    if (measure(text.slice(0, middle)) <= max) fits = middle;
    else tooMany = middle;
  }
  if (fits === text.length) return text;
  const part = text.slice(0, fits);
  const end = Math.max(part.lastIndexOf("\n"), part.lastIndexOf(" ")) + 1;
  if (end > fits / 2) return part.slice(0, end);
  return /[\ud800-\udbff]$/.test(part) && fits > 1 ? part.slice(0, -1) : part;
}
