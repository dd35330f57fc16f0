import { replaceUnseen } from "@holdall/tool-kit/text";

/** Control characters as pictures, others by their number. */
function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x7f) return "␡";
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : `⟨${code.toString(16).toUpperCase()}⟩`;
}

/**
 * A text in which nothing hides: control characters as pictures, characters that reorder, join or vanish by their number.
 * For what the user decides by; line breaks and tabs stay.
 */
export const visible = (text: string): string =>
  replaceUnseen(text, (run) => [...run].map(picture).join(""), { everywhere: true });

/** The same in one line. */
export const visibleLine = (text: string): string =>
  visible(text)
    .replace(/\s*\n\s*/g, " ⏎ ")
    .trim();
