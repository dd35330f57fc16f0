import type { ByteStore } from "./byte-store.ts";
import { createSimdStore } from "./simd-store.ts";

const maxScratch = 2 ** 22;
let store: ByteStore | null | undefined;

/** The memory that bytes are copied to, so that they are searched fast; it has room for so many. */
export function scratchStore(size: number): ByteStore | undefined {
  store ??= createSimdStore(maxScratch) ?? null;
  return store?.grow(size) ? store : undefined;
}

/**
 * Memory for a file whose bytes are read only to ask `mayMatch` about them, which looks at them there and makes no copy.
 * There is one for all: what is in it holds until the next `await`, or test of other bytes. At least `size` bytes;
 * undefined above 4 MiB, and where there is no WebAssembly.
 */
export const scratchBuffer = (size: number): Uint8Array | undefined => scratchStore(size)?.bytes;
