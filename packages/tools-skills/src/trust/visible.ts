import { characterName, dropSequences, replaceUnseen } from "@holdall/tool-kit/text";

/** Text by others, with invisible characters named as `<U+202E>`, and long runs of them counted. */
export const visible = (raw: string): string =>
  replaceUnseen(dropSequences(raw).text.replaceAll("\r\n", "\n"), (run) => {
    const characters = [...run];
    return characters.length > 3 ? `<${characters.length} hidden characters>` : characters.map(characterName).join("");
  });

/**
 * The same on one line, for lists and questions: no markup, no braces, which would be read as names of tools, and no
 * invisible characters.
 */
export const plainLine = (raw: string): string =>
  replaceUnseen(dropSequences(raw).text, () => " ", { everywhere: true })
    .replace(/[\s\p{Z}]+/gu, " ")
    .replace(/[<{]/g, "(")
    .replace(/[>}]/g, ")")
    .trim();
