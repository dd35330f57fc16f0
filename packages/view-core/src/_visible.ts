const picture = (code: number): string => (code === 0x7f ? "␡" : String.fromCharCode(0x2400 + code));

/**
 * A text in which nothing hides: control characters as pictures, characters that reorder, join or vanish by their number.
 * For what a person decides by; line breaks and tabs stay.
 */
export const visible = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (char) => picture(char.charCodeAt(0)))
    .replace(
      /[\u0080-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu,
      (char) => `⟨${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`,
    );

/** The same in one line. */
export const visibleLine = (text: string): string =>
  visible(text)
    .replace(/\s*\n\s*/g, " ⏎ ")
    .trim();
