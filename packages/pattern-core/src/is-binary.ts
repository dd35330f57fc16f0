import { indexOfByte } from "./native-bytes.ts";

/** Bytes that decide, as in git. */
const sampleSize = 8192;

/**
 * True for data: a NUL among the first 8,192 bytes that is not half of a UTF-16 or UTF-32 character. Searches of folders
 * leave such files out without decoding them, as ripgrep does.
 */
export function isBinary(bytes: Uint8Array): boolean {
  return indexOfByte(bytes.subarray(0, sampleSize), 0) >= 0 && !mayBeWide(bytes);
}

/** True for data whose first NUL may come later. Nothing but its ASCII and UTF-8 is searched, so its bytes tell what it lacks. */
export const isData = (bytes: Uint8Array): boolean => indexOfByte(bytes, 0) >= 0 && !mayBeWide(bytes);

function mayBeWide(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleSize);
  return hasWideMark(bytes) || mayBeUtf16(bytes, sample) || mayBeUtf32(bytes, sample);
}

/** The byte order marks of UTF-16 and UTF-32. */
function hasWideMark([a, b, c, d]: Uint8Array): boolean {
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0 && b === 0 && c === 0xfe && d === 0xff);
}

function mayBeUtf16({ length }: Uint8Array, sample: Uint8Array): boolean {
  return length >= 4 && length % 2 === 0 && (isClean(sample, 1, 0) || isClean(sample, 0, 1));
}

/** Whether all 16-bit units are characters of texts: no control characters, private use or noncharacters. */
function isClean(sample: Uint8Array, high: number, low: number): boolean {
  for (let at = 0; at + 1 < sample.length; at += 2) {
    const [upper, lower] = [sample[at + high]!, sample[at + low]!];
    if (upper === 0 && (lower < 9 || (lower > 13 && lower < 32 && lower !== 27))) return false;
    if ((upper >= 0xe0 && upper <= 0xf8) || (upper === 0xff && lower >= 0xfe)) return false;
  }
  return true;
}

/** Whether the most significant byte of every 32-bit unit is zero, and the next one at most 16. */
function mayBeUtf32({ length }: Uint8Array, sample: Uint8Array): boolean {
  return length >= 4 && length % 4 === 0 && (isPlane(sample, 3, 2) || isPlane(sample, 0, 1));
}

function isPlane(sample: Uint8Array, first: number, second: number): boolean {
  for (let at = 0; at + 3 < sample.length; at += 4) {
    const plane = sample[at + second]!;
    const isNul = plane === 0 && sample[at + 3 - first] === 0 && sample[at + 3 - second] === 0;
    if (sample[at + first] !== 0 || plane > 16 || isNul) return false;
  }
  return true;
}
