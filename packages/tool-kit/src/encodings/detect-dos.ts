import { createDecoder } from "./legacy-decoder.ts";

/** Code pages of DOS for Latin letters, the commonest first. */
export const dosPages = ["ibm850", "ibm437", "ibm852"] as const;

/** Symbols of Windows whose bytes are letters in DOS. */
const symbol = "[‚„ƒ†‡ˆ‰‹•˜›¡¢£¤¥¦§©«®¾½¼ª¬]";

/** What texts in Latin letters never have, as Windows reads bytes that are letters in DOS. */
const neverWindows = new RegExp(
  [
    "[\\x80-\\x9f]",
    `(?<=[A-Za-z]|${symbol})${symbol}(?=[A-Za-z]|${symbol})`,
    "(?<=[A-Za-z])[“”™](?=[a-zÀ-ÿ])",
    "(?<=[A-Za-z])[‚„ˆ](?![A-Za-z])",
    "(?<=[a-z])[ŠŒŽÀ-ÖØ-Þ](?=[a-z])",
    "(?<![A-Za-z])[ƒ†‡ˆ‰•˜](?=[a-z]{2})",
  ].join("|"),
  "g",
);

/** Bytes that Windows would not write where they stand. */
export const notWindows = (bytes: Uint8Array): number =>
  new TextDecoder("windows-1252").decode(bytes).match(neverWindows)?.length ?? 0;

/** Punctuation within words; all code pages of Windows for Latin letters have it at the same bytes. */
export const quotesInWords = (bytes: Uint8Array): number =>
  new TextDecoder("windows-1252").decode(bytes).match(/(?<=[A-Za-z])[“”„‚†‡‰•™](?=[a-zÀ-ÿ])/g)?.length ?? 0;

/** Lines and blocks that are drawn: two and more in a row are no letters of anything. */
const drawing = /[\u2500-\u259f]{2,}|(?<=^|\s)[\u2500-\u259f](?=\s|$)/gmu;

/** The text of a code page without what is drawn in it. */
export const withoutDrawing = (bytes: Uint8Array, page: string): string =>
  createDecoder(page).decode(bytes).replace(drawing, " ");
