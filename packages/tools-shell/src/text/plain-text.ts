// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about
import { characterName, dropSequences, replaceUnseen } from "@holdall/tool-kit/text";

/** Bold and underlined in manual pages. */
const overstrike = /_\u0008|(.)\u0008(?=\1)/gu;

export interface PlainText {
  readonly text: string;
  /** Lines that were overwritten by a carriage return, as progress bars are. */
  readonly overwritten: number;
}

/**
 * Text as it may be shown to a model: escape sequences are taken out, what a carriage return overwrites is left out and
 * counted, and characters that cannot be seen are written as `<U+202E>`.
 */
export function toPlainText(raw: string): PlainText {
  let overwritten = 0;
  const text = dropSequences(raw).text.replace(overstrike, "");
  const lines = !text.includes("\r")
    ? text
    : text
        .split("\n")
        .map((line) => {
          const states = line.split("\r").filter((state) => state !== "");
          overwritten += Math.max(0, states.length - 1);
          return states.at(-1) ?? "";
        })
        .join("\n");
  return { text: replaceUnseen(lines, named), overwritten };
}

const named = (run: string) => [...run].map(characterName).join("");
