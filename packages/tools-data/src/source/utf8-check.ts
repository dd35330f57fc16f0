/** Checks UTF-8 that comes in pieces, without making text of it: strings of whole pieces are what fills memory. */
export interface Utf8Check {
  /** Where a piece has a byte that cannot follow what came before; -1 when all is well. */
  push(piece: Uint8Array): number;
  /** Whether the text may end here. */
  isComplete(): boolean;
}

const none = new Int32Array(0);

/** The bytes of a piece four at a time; none where it does not begin at a word of its buffer. */
const wordsOf = ({ buffer, byteOffset, length }: Uint8Array): Int32Array =>
  byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : none;

/** Where the next byte that is not ASCII stands. */
function skipAscii(piece: Uint8Array, words: Int32Array, start: number): number {
  let at = start;
  for (; at < piece.length && piece[at]! < 0x80; at++) {
    if (at % 4 !== 0) continue;
    let word = at >> 2;
    while (word < words.length && (words[word]! & 0x80808080) === 0) word++;
    at = Math.max(at, (word << 2) - 1);
  }
  return at;
}

export function createUtf8Check(): Utf8Check {
  // Of a character of several bytes: how many are missing, and between which bounds the next one must be.
  let missing = 0;
  let least = 0x80;
  let most = 0xbf;
  return {
    push(piece) {
      const { length } = piece;
      const words = wordsOf(piece);
      for (let at = 0; at < length; at++) {
        if (missing === 0) {
          at = skipAscii(piece, words, at);
          if (at >= length) break;
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
