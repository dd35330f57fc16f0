/** How many lines a text has; a final line ending starts no line, an empty text has none. */
export function countLines(text: string): number {
  if (text === "") return 0;
  return countBreaksBefore(text) + (text.endsWith("\n") ? 0 : 1);
}

/** Line feeds in front of an index, or in all of a text. */
export function countBreaksBefore(text: string, index = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** 1-based line numbers of ascending indexes, in one pass. */
export function lineNumbers(text: string, indexes: readonly number[]): number[] {
  let [line, at] = [1, text.indexOf("\n")];
  return indexes.map((index) => {
    for (; at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line++;
    return line;
  });
}

/** Where the line of an index starts. */
export const lineStart = (text: string, index: number): number =>
  index === 0 ? 0 : text.lastIndexOf("\n", index - 1) + 1;

/** Where the line of an index ends, before its line ending. */
export function lineEnd(text: string, index: number): number {
  const end = text.indexOf("\n", index);
  if (end === -1) return text.length;
  return end > index && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
}

/** The lines of a text without their line endings. */
export function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** A line in an answer: cut in the open when it is long, and free of what would break the answer. */
export function showLine(line: string, max = 240): string {
  const shown = line.length > max ? `${line.slice(0, max)}… (+${group(line.length - max)} characters)` : line;
  return shown.toWellFormed();
}

/** A whole number with separators, as `12,345`. By hand: the platform's formatter loads 6 MB of locale data for it. */
export const group = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** `1 line`, `2 lines`; large numbers with separators. */
export const plural = (count: number, noun: string): string => `${group(count)} ${noun}${count === 1 ? "" : "s"}`;

/** `12`, `12 and 48`, `12, 48 and 90`, `12, 48, … and 5 more`. */
export function listNumbers(numbers: readonly (number | string)[], total = numbers.length): string {
  if (total > numbers.length) return `${numbers.join(", ")} and ${total - numbers.length} more`;
  return numbers.length < 2 ? numbers.join("") : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

export const withEndings = (text: string, eol: string): string => text.replaceAll("\r\n", "\n").split("\n").join(eol);

/** The first line ending from an index on, else the last before it; CR where a text has no others, LF where it has none. */
export function lineEndingAt(text: string, start: number): string {
  let at = text.indexOf("\n", start);
  if (at === -1) at = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  if (at === -1) return text.includes("\r") ? "\r" : "\n";
  return at > 0 && text.charCodeAt(at - 1) === 13 ? "\r\n" : "\n";
}

/** True for what separates words: ASCII white space and Unicode spaces. */
export function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  if (code < 160) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** Replace `[start, end)` of a text. */
export interface TextSplice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Put splices into a text; they must not overlap and come in order. */
export function applySplices(text: string, splices: readonly TextSplice[]): string {
  const out: string[] = [];
  let at = 0;
  for (const splice of splices) {
    out.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  out.push(text.slice(at));
  return out.join("");
}

/** Bytes for users: exact below 1 KB, then one decimal. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const unit = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1_024 ** unit).toFixed(1)} ${["B", "KB", "MB", "GB"][unit]}`;
}
