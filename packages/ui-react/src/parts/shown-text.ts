import { characterName, replaceUnseen } from "@holdall/tool-kit/text";

/** Text of a model that a user decides by: invisible characters are named. */
export const shownText = (text: string): string => replaceUnseen(text, (run) => [...run].map(characterName).join(""));

/** Which agent asks, where it is not the one the user talks to. */
export const askedBy = (path: readonly string[]): string =>
  path.length === 0 ? "" : `${path.map(shownText).join(" › ")}: `;
