import type { ByteRange } from "@holdall/tool-core";

/** Limit a range to a file of `size` bytes, as `ByteRange` defines it: 0 ≤ `start` ≤ `end` ≤ `size`. Everything without a range. */
export function clampRange(size: number, { start = 0, end = size }: Partial<ByteRange> = {}): ByteRange {
  const from = Math.max(0, Math.min(start, size));
  return { start: from, end: Math.max(from, Math.min(end, size)) };
}

/** Copy a range of a file's bytes, or all of them. The result shares no memory with the file. */
export function sliceRange(bytes: Uint8Array, range?: ByteRange): Uint8Array {
  const { start, end } = clampRange(bytes.length, range);
  return new Uint8Array(bytes.subarray(start, end)); // the slice of a Buffer shares its memory
}
