import { stripVTControlCharacters } from "node:util";
import { characterName, replaceUnseen } from "@holdall/tool-kit/text";

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const empty = /[\p{Mn}\p{Cf}\p{Cc}]/u;

/** Columns that a text takes; colours take none. */
export function columns(text: string): number {
  let sum = 0;
  for (const char of stripVTControlCharacters(text)) sum += empty.test(char) ? 0 : wide.test(char) ? 2 : 1;
  return sum;
}

/** One line of plain text that fits: tabs become two spaces, controls ␀-like pictures, other characters that are not seen `<U+202E>`. */
export function oneLine(text: string, width: number): string {
  const clean = replaceUnseen(text.replace(/\t/g, "  ").replace(/\p{Cc}/gu, picture), (run) =>
    [...run].map(characterName).join(""),
  );
  if (columns(clean) <= width) return clean;
  let kept = "";
  let sum = 0;
  for (const char of clean) {
    sum += columns(char);
    if (sum > width - 1) break;
    kept += char;
  }
  return `${kept}…`;
}

const picture = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : "�";
};

/** Words broken into lines of at most `width` columns; line breaks stay. A longer word is cut, or broken too. */
export function wrap(text: string, width: number, long: "cut" | "broken" = "cut"): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    const words = paragraph.split(/ +/);
    for (const word of long === "cut" ? words : words.flatMap((each) => pieces(each, width))) {
      if (line !== "" && columns(line) + 1 + columns(word) > width) {
        lines.push(line);
        line = "";
      }
      line = line === "" ? word : `${line} ${word}`;
    }
    return [...lines, line].map((each) => oneLine(each, width));
  });
}

/** A word in pieces of at most `width` columns. */
function pieces(word: string, width: number): string[] {
  const found = [""];
  for (const char of word) {
    const last = found.at(-1) ?? "";
    if (last !== "" && columns(last) + columns(char) > width) found.push(char);
    else found[found.length - 1] = last + char;
  }
  return found;
}

/** Left and right text with space between, exactly `width` columns; the left one gives way. */
export function spread(left: string, right: string, width: number): string {
  const space = Math.max(1, width - columns(left) - columns(right));
  return `${left}${" ".repeat(space)}${right}`;
}

/** `1 line`, `3 lines`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;

/** Milliseconds as users read them. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return "<1 ms";
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
