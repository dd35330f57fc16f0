/** What a scan of rich text visits. */
export interface RtfVisitor {
  open(): void;
  close(): void;
  /** The next word may be left out by readers that do not know it. */
  star(): void;
  word(name: string, value: number | undefined): void;
  /** A byte of text, in the encoding of the font. */
  byte(code: number): void;
}

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Visit the groups, control words and bytes of a rich text file. */
export function scanRtf(bytes: Uint8Array, visitor: RtfVisitor): void {
  let at = 0;
  while (at < bytes.length) {
    const code = bytes[at++]!;
    if (code === 0x7b) visitor.open();
    else if (code === 0x7d) visitor.close();
    else if (code === 0x5c) at = control(bytes, at, visitor);
    else if (code !== 10 && code !== 13 && code !== 0) visitor.byte(code);
  }
}

/** A control word or symbol after a backslash. Returns what comes after it. */
function control(bytes: Uint8Array, start: number, visitor: RtfVisitor): number {
  const first = bytes[start];
  if (first === undefined) return start;
  if (!isLetter(first)) {
    if (first === 0x27) {
      const code = Number.parseInt(String.fromCharCode(bytes[start + 1] ?? 0, bytes[start + 2] ?? 0), 16);
      if (!Number.isNaN(code)) visitor.byte(code);
      return start + 3;
    }
    if (first === 0x2a) visitor.star();
    else if (first === 10 || first === 13) visitor.word("par", undefined);
    else if (first === 0x7e || first === 0x5f) visitor.word(String.fromCharCode(first), undefined);
    else if (first === 0x5c || first === 0x7b || first === 0x7d) visitor.byte(first);
    return start + 1;
  }
  let at = start;
  while (at < bytes.length && at - start < 40 && isLetter(bytes[at]!)) at++;
  const name = String.fromCharCode(...bytes.subarray(start, at));
  const sign = bytes[at] === 0x2d ? -1 : 1;
  const from = sign < 0 ? at + 1 : at;
  let to = from;
  while (to < bytes.length && to - from < 10 && isDigit(bytes[to]!)) to++;
  const value = to > from ? sign * Number(String.fromCharCode(...bytes.subarray(from, to))) : undefined;
  if (value !== undefined) at = to;
  if (bytes[at] === 32) at++;
  if (name === "bin" && value !== undefined && value > 0) return at + value;
  visitor.word(name, value);
  return at;
}
