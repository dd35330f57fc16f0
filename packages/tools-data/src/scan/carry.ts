/** The rest of the previous chunks, in one array with the next chunk. */
export interface Carry {
  /** How many bytes are left. */
  readonly size: number;
  /**
   * What is left with a piece behind it, and behind both a byte that ends loops: the first bytes of an array that is used again
   * for the next piece.
   */
  add(chunk: Uint8Array, sentinel: number): { readonly bytes: Uint8Array; readonly size: number };
  /** Leave what begins here. */
  keep(from: number): void;
}

export function createCarry(): Carry {
  let bytes = new Uint8Array(0);
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(chunk, sentinel) {
      const needed = size + chunk.length;
      if (needed >= bytes.length) {
        const larger = new Uint8Array(Math.max(needed + 4096, bytes.length * 2));
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(chunk, size);
      bytes[needed] = sentinel;
      size = needed;
      return { bytes, size };
    },
    keep(from) {
      bytes.copyWithin(0, from, size);
      size -= from;
    },
  };
}
