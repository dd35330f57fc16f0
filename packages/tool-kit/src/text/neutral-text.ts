import { characterName, dropSequences, replaceUnseen } from "./plain-text.ts";

/**
 * Text of others, such as a server or another agent, as a model or the user may see it: terminal sequences are removed, hidden
 * characters are named as `<U+202E>`, and long runs of them are counted.
 */
export function neutralText(raw: string): string {
  return replaceUnseen(dropSequences(raw).text.replaceAll("\r\n", "\n"), (run) => {
    const characters = [...run];
    return characters.length > 3 ? `<${characters.length} hidden characters>` : characters.map(characterName).join("");
  });
}

/** The same in one line, at most `max` characters of it. */
export function neutralLine(raw: string, max = 200): string {
  const line = neutralText(raw.slice(0, max * 4))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > max ? `${line.slice(0, max)}…` : line;
}
