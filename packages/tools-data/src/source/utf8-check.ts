/** Checks UTF-8 that comes in pieces, without making text of it: strings of whole pieces are what fills memory. */
export interface Utf8Check {
  /** Where a piece has a byte that cannot follow what came before; -1 when all is well. */
  push(piece: Uint8Array): number;
  /** Whether the text may end here. */
  isComplete(): boolean;
}

export function createUtf8Check(): Utf8Check {
  // Of a character of several bytes: how many are missing, and between which bounds the next one must be.
  let missing = 0;
  let least = 0x80;
  let most = 0xbf;
  return {
    push(piece) {
      const { length } = piece;
      for (let at = 0; at < length; at++) {
        if (missing === 0) {
          while (at + 4 <= length && (piece[at]! | piece[at + 1]! | piece[at + 2]! | piece[at + 3]!) < 0x80) at += 4;
          while (at < length && piece[at]! < 0x80) at++;
          if (at === length) break;
        }
        const byte = piece[at]!;
        if (missing > 0) {
          if (byte < least || byte > most) return at;
          missing--;
          least = 0x80;
          most = 0xbf;
        } else {
          if (byte < 0xc2 || byte > 0xf4) return at;
          missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
          // No longer spelling than needed, no halves of pairs, nothing beyond U+10FFFF.
          if (byte === 0xe0) least = 0xa0;
          else if (byte === 0xed) most = 0x9f;
          else if (byte === 0xf0) least = 0x90;
          else if (byte === 0xf4) most = 0x8f;
        }
      }
      return -1;
    },
    isComplete: () => missing === 0,
  };
}
