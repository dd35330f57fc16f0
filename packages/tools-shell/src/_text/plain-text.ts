// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about

/** Escape sequences: CSI; OSC, DCS, SOS, PM and APC that end in their line; two characters. What never ends hides nothing. */
const sequence =
  /\u001b\[[0-?]*[ -/]*[@-~]?|\u001b[\]PX^_][^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]?|\u009b[0-?]*[ -/]*[@-~]?/g;

/** Bold and underlined in manual pages. */
const overstrike = /_\u0008|(.)\u0008(?=\1)/gu;

/** Characters that are not seen, or make others be seen elsewhere: controls, marks of direction, tags, separators. */
const unseen = /[^\P{C}\n\t\u200c\u200d]|[\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;

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
  const text = raw.replace(sequence, "").replace(overstrike, "");
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
  return { text: lines.replace(unseen, named), overwritten };
}

const named = (character: string) =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
