/** Numbers for texts: equal texts have equal numbers, counted from 0. The texts are in one array, not in objects. */
export interface TextTable {
  readonly size: number;
  /** Approximate memory in bytes. */
  readonly bytes: number;
  /** The number of a text, which is added when it is new. */
  add(text: string): number;
  /** The number of a part of a text. */
  addPart(text: string, start: number, end: number): number;
  /** The number of a text, or -1. */
  find(text: string): number;
  textOf(id: number): string;
  /** The texts one after the other, in views that are good until a text is added. */
  data(): TextData;
}

/** Texts one after the other: the i-th begins at `starts[i]` and ends at `starts[i + 1]`. */
export interface TextData {
  readonly starts: Uint32Array;
  readonly units: Uint16Array;
}

/** UTF-16 units that are made into a text at once: each is an argument. */
const maxArguments = 8192;

export function textAt({ starts, units }: TextData, id: number): string {
  let text = "";
  const end = starts[id + 1]!;
  for (let at = starts[id]!; at < end; at += maxArguments)
    // Spreading would go through an iterator, which costs more than the text.
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(at, Math.min(end, at + maxArguments)));
  return text;
}

export function createTextTable(from?: TextData): TextTable {
  let size = from ? from.starts.length - 1 : 0;
  let slots = new Int32Array(1024);
  let starts: Uint32Array = from?.starts ?? new Uint32Array(513);
  let hashes = new Int32Array(Math.max(512, size));
  let units: Uint16Array = from?.units ?? new Uint16Array(4096);

  const fillSlots = (count: number) => {
    slots = new Int32Array(count).fill(-1);
    const mask = slots.length - 1;
    for (let id = 0; id < size; id++) {
      let slot = hashes[id]! & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
  };
  for (let id = 0; id < size; id++) hashes[id] = hashOfUnits(units, starts[id]!, starts[id + 1]!);
  fillSlots(2 ** Math.max(10, Math.ceil(Math.log2(size * 2 + 2))));

  /** The slot that holds the part, or the free one where it belongs. */
  const slotOf = (text: string, start: number, end: number, hash: number): number => {
    const mask = slots.length - 1;
    const length = end - start;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot]!;
      if (id === -1) return slot;
      if (hashes[id] !== hash) continue;
      const from = starts[id]!;
      if (starts[id + 1]! - from !== length) continue;
      let i = 0;
      while (i < length && units[from + i] === text.charCodeAt(start + i)) i++;
      if (i === length) return slot;
    }
  };

  const addPart = (text: string, start: number, end: number): number => {
    const hash = hashOf(text, start, end);
    const slot = slotOf(text, start, end, hash);
    const known = slots[slot]!;
    if (known !== -1) return known;
    if (size + 2 > starts.length) {
      starts = grown(starts, Uint32Array);
      hashes = grown(hashes, Int32Array);
    }
    const from = starts[size]!;
    const to = from + end - start;
    if (to > units.length) units = grown(units, Uint16Array, to);
    for (let i = start; i < end; i++) units[from + i - start] = text.charCodeAt(i);
    const id = size++;
    starts[size] = to;
    hashes[id] = hash;
    slots[slot] = id;
    if (size * 2 > slots.length) fillSlots(slots.length * 2);
    return id;
  };

  return {
    get size() {
      return size;
    },
    get bytes() {
      return slots.byteLength + starts.byteLength + hashes.byteLength + units.byteLength;
    },
    add: (text) => addPart(text, 0, text.length),
    addPart,
    find: (text) => slots[slotOf(text, 0, text.length, hashOf(text, 0, text.length))]!,
    textOf: (id) => textAt({ starts, units }, id),
    data: () => ({ starts: starts.subarray(0, size + 1), units: units.subarray(0, starts[size]) }),
  };
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** The same over units that were taken out of a text. */
function hashOfUnits(units: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ units[i]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

type Numbers = Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A copy with room for more. */
export function grown<T extends Numbers>(from: T, Kind: new (length: number) => T, atLeast = 0): T {
  const larger = new Kind(Math.max(Math.ceil(from.length * 1.5), atLeast, 64));
  larger.set(from);
  return larger;
}
