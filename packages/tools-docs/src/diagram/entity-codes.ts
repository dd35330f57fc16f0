import { parseHTML } from "linkedom";

/** Characters by their names, as HTML has them; a name that is none stays. */
function named(name: string): string | undefined {
  const { document } = parseHTML(`<!doctype html><html><body>&${name};</body></html>`);
  const text = document.body.textContent ?? "";
  return text.startsWith("&") && text.length > 1 && name !== "amp" ? undefined : text;
}

function numbered(digits: string): string | undefined {
  const code = Number(digits);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

/** Entity codes in what mermaid has read: it marks `#35;` and `#quot;` until they are drawn. */
export const decodeRead = (text: string): string =>
  text.replace(
    /ﬂ°°(\d+)¶ß|ﬂ°(\w+)¶ß/g,
    (whole, digits?: string, name = "") => (digits === undefined ? named(name) : numbered(digits)) ?? whole,
  );

/** Replaces entity codes where they are written, except in styles, where `#333;` is a color. */
export const replaceWritten = (code: string, write: (character: string) => string): string =>
  code
    .split("\n")
    .map((line) =>
      /^\s*(?:style|classDef|linkStyle|%%)\b/.test(line)
        ? line
        : line.replace(/#(?:(\d{1,7})|([a-z][a-z\d]*));/gi, (whole, digits?: string, name = "") => {
            const character = digits === undefined ? named(name) : numbered(digits);
            return character === undefined ? whole : Array.from(character, write).join("");
          }),
    )
    .join("\n");
