import { characterName, dropSequences, replaceUnseen } from "@holdall/tool-kit/text";

/**
 * Untrusted text for a terminal: without escape sequences, with invisible characters named, `<U+202E>`. Line breaks and
 * tabs stay.
 */
export const plain = (text: string): string =>
  replaceUnseen(dropSequences(text).text, (run) => [...run].map(characterName).join(""));
