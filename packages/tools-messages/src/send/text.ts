import { replaceUnseen } from "@holdall/tool-kit/text";

/** A text with every control character, escape and unseen character shown by its number; line breaks and tabs stay. */
export const visible = (text: string): string =>
  replaceUnseen(
    text,
    (run) =>
      Array.from(run, (char) => `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`).join(
        "",
      ),
    { everywhere: true },
  );

/** The same on one line, of `max` characters at most. */
export function oneLine(text: string, max = 200): string {
  const line = visible(text.replace(/\s+/g, " ").trim());
  return line.length > max ? `${line.slice(0, max).toWellFormed()}…` : line;
}

/** True for a text with a control character, a line or paragraph separator, or half of a character. */
export const hasControls = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Bytes as users read them: `12.3 kB`. */
export const readableBytes = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
