import { characterName, dropSequences, replaceUnseen } from "@holdall/tool-core/plain-text";

/** Text of others for a terminal: without escape sequences, and what is not seen is named, `<U+202E>`. Line breaks and tabs stay. */
export const plain = (text: string): string =>
  replaceUnseen(dropSequences(text).text, (run) => [...run].map(characterName).join(""));
