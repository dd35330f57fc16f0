import { ToolError } from "@holdall/tool-core";

/** Numbers from 0 for byte strings, each the same number every time. */
export interface ByteTable {
  /** The number of the first bytes of an array, given a hash of them; a new one for new bytes. */
  idOf(key: { readonly bytes: Uint8Array; readonly length: number; readonly hash: number }): number;
  bytesOf(id: number): Uint8Array;
  readonly size: number;
}

/** A hash table of byte strings in typed arrays. Throws `too_large` beyond `maxKeys` or `maxBytes`. */
export function createByteTable({
  maxKeys,
  maxBytes,
  what,
}: {
  readonly maxKeys: number;
  readonly maxBytes: number;
  readonly what: string;
}): ByteTable {
  let slots = new Int32Array(1024).fill(-1);
  let hashes = new Int32Array(512);
  let offsets = new Int32Array(513);
  let bytes = new Uint8Array(8192);
  let size = 0;

  const grow = (): void => {
    slots = new Int32Array(slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let id = 0; id < size; id++) {
      let slot = hashes[id]! & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    const copy = new Int32Array(slots.length / 2);
    copy.set(hashes);
    hashes = copy;
    const ends = new Int32Array(slots.length / 2 + 1);
    ends.set(offsets);
    offsets = ends;
  };

  return {
    get size() {
      return size;
    },
    idOf({ bytes: source, length, hash }) {
      const mask = slots.length - 1;
      let slot = hash & mask;
      for (let id = slots[slot]!; id >= 0; slot = (slot + 1) & mask, id = slots[slot]!) {
        if (hashes[id] !== hash) continue;
        const from = offsets[id]!;
        if (offsets[id + 1]! - from !== length) continue;
        let i = 0;
        while (i < length && bytes[from + i] === source[i]) i++;
        if (i === length) return id;
      }
      const from = offsets[size]!;
      const to = from + length;
      if (size >= maxKeys || to > maxBytes) throw tooMany(what, maxKeys, maxBytes);
      if (to > bytes.length) {
        const more = new Uint8Array(Math.max(to, bytes.length * 2));
        more.set(bytes.subarray(0, from));
        bytes = more;
      }
      bytes.set(source.subarray(0, length), from);
      slots[slot] = size;
      hashes[size] = hash;
      offsets[size + 1] = to;
      size++;
      if (size * 2 >= slots.length) grow();
      return size - 1;
    },
    bytesOf: (id) => bytes.subarray(offsets[id], offsets[id + 1]),
  };
}

const tooMany = (what: string, maxKeys: number, maxBytes: number): ToolError =>
  new ToolError("too_large", `There are more than ${maxKeys} ${what}, or they have more than ${maxBytes} bytes.`, {
    hint: "Filter the rows first with `where`, or group by a column with fewer values.",
    data: { maxKeys, maxBytes },
  });
