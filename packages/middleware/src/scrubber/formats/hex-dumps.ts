import type { Hit } from "../hits.ts";

/** A byte of a dump: the group of digits that has it, and its character in the column beside them. */
interface DumpedByte {
  readonly start: number;
  readonly end: number;
  readonly beside: number | undefined;
}

interface Group {
  readonly start: number;
  readonly end: number;
  /** Its bytes in the order of their digits, one character each. */
  readonly bytes: string;
}

/** Whether a text has what may be the beginning of a line of a dump: an offset, and digits. */
export const mayHaveDump = (text: string): boolean => /000[\da-fA-F]{0,5}:? {1,3}[\da-fA-F]{2}/.test(text);

/** Find values in what `xxd`, `hexdump` and `od` print, in either order of bytes, with the characters beside the digits. */
export function dumpHits(text: string, values: readonly { readonly name: string; readonly bytes: string }[]): Hit[] {
  const dumped: DumpedByte[] = [];
  let [plain, swapped] = ["", ""];
  for (const line of text.matchAll(/[^\n]+/g)) {
    const { groups, column } = readLine(line[0]);
    let byte = 0;
    for (const { start, end, bytes } of groups) {
      plain += bytes;
      swapped += [...bytes].reverse().join("");
      for (const _ of bytes)
        dumped.push({
          start: line.index + start,
          end: line.index + end,
          beside: column === undefined ? undefined : line.index + column + byte++,
        });
    }
  }
  return values.flatMap(({ name, bytes }) =>
    [plain, swapped].flatMap((dump) => {
      const hits: Hit[] = [];
      for (let at = dump.indexOf(bytes); at !== -1; at = dump.indexOf(bytes, at + 1))
        for (const [start, end] of rangesOf(dumped.slice(at, at + bytes.length)))
          hits.push({ start, end, name, from: start });
      return hits;
    }),
  );
}

const offset = /[ \t]*(?:[\da-f]{4,16}:[ \t]*|(?:[\da-f]{5,16})[ \t]+(?=[\da-f]{2,16}(?:[ \t]|$)))?[ \t]*/iy;
const octal = /([0-7]{6})(?![\da-z])/y;
const hex = /(?:0x|\\x)?([\da-f]{2}(?:[\da-f]{2}|[\da-f]{6}|[\da-f]{14})?)(?![\da-z])/iy;

/** The groups of digits of a line, and where in it the characters begin that they stand for. */
function readLine(line: string): { readonly groups: readonly Group[]; readonly column: number | undefined } {
  offset.lastIndex = 0;
  const [head = ""] = offset.exec(line) ?? [];
  const isXxd = head.trimEnd().endsWith(":");
  const bars = /[|>][^\n]*[|<]\s*$/.exec(line);
  const isOctal = /^[0-7]{7}\s/.test(line) && /^\s+[0-7]{6}(?:\s|$)/.test(line.slice(7, 15));
  const digits = isOctal ? octal : hex;
  const stop = bars?.index ?? line.length;
  const groups: Group[] = [];
  for (let at = head.length; at < stop; ) {
    digits.lastIndex = at;
    const match = digits.exec(line);
    if (!match) break;
    groups.push({ start: at, end: digits.lastIndex, bytes: bytesOf(match[1] as string, isOctal) });
    at = digits.lastIndex;
    const gap = /^[ \t,:-]*/.exec(line.slice(at, at + 8))?.[0].length ?? 0;
    // xxd puts two blanks in front of its characters and one between groups.
    if (gap === 0 || (isXxd && gap > 1)) break;
    at += gap;
  }
  return { groups: groups.length > 1 || head.trim() !== "" ? groups : [], column: columnOf(line, groups, bars?.index) };
}

function bytesOf(digits: string, isOctal: boolean): string {
  if (!isOctal)
    return (digits.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join("");
  const word = Number.parseInt(digits, 8);
  return String.fromCharCode(word >> 8, word & 255);
}

function columnOf(line: string, groups: readonly Group[], bars: number | undefined): number | undefined {
  if (bars !== undefined) return bars + 1;
  const last = groups.at(-1);
  const count = groups.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (!last || line.length - last.end <= count) return undefined;
  const own = line.slice(last.end).trimStart().length;
  return line.length - (own > 0 && own < count ? own : count);
}

/** The stretches of the text that some bytes of a dump take: digits by lines, and characters. */
function rangesOf(bytes: readonly DumpedByte[]): [number, number][] {
  const ranges: [number, number][] = [];
  const add = (start: number, end: number, gap: number) => {
    const last = ranges.findLast((range) => start >= range[0] && start - range[1] <= gap);
    if (last) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  };
  for (const { start, end } of bytes) add(start, end, 2);
  for (const { beside } of bytes) if (beside !== undefined) add(beside, beside + 1, 0);
  return ranges;
}
