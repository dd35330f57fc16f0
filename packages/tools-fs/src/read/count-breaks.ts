/** How many `\n` bytes there are between two offsets. */
export function countBreaks(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let breaks = 0;
  for (let i = start; i < end; i++) if (bytes[i] === 10) breaks++;
  return breaks;
}

/** The byte after the `nth` `\n`, from 1; -1 when there are fewer, 0 for none. */
export function afterBreak(bytes: Uint8Array, nth: number): number {
  let at = 0;
  for (let left = nth; left > 0; left--) {
    at = bytes.indexOf(10, at) + 1;
    if (at === 0) return -1;
  }
  return at;
}
