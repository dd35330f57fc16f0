/** Get the offsets at which the lines of a text start. `\r\n`, `\n` and a lone `\r` end a line. */
export function lineStartsOf(text: string): Int32Array {
  const starts: number[] = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return Int32Array.from(starts);
}

/** Get the 1-based line of an offset. */
export function lineOf(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
