import { sniffBinary } from "./binary.ts";
import { canonicalEncoding, markOf } from "./codec.ts";
import { guessShift, isShift, type ShiftEncoding } from "./shift.ts";
import { guessWide, isWide, type WideEncoding } from "./wide.ts";

const sampleSize = 8_192;

/**
 * The encoding of a text whose lines cannot be found in its bytes, detected from its beginning: UTF-16, UTF-32 or ISO-2022;
 * undefined for everything else. Throws `invalid_input` for the name of an encoding that nobody knows.
 */
export function unitEncoding(beginning: Uint8Array, encoding?: string): WideEncoding | ShiftEncoding | undefined {
  const name = encoding === undefined ? (markOf(beginning)?.[0] ?? guess(beginning)) : canonicalEncoding(encoding);
  return name !== undefined && (isWide(name) || isShift(name)) ? name : undefined;
}

function guess(beginning: Uint8Array): WideEncoding | ShiftEncoding | undefined {
  if (sniffBinary(beginning)) return undefined;
  const sample = beginning.subarray(0, sampleSize);
  // The cut may go through a character of two units.
  return guessWide(sample) ?? guessWide(sample.subarray(0, -2)) ?? guessShift(sample);
}
