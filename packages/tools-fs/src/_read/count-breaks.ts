/** Bytes of a counter's memory: what a processor core keeps close, and the most that `assemble` can count at once. */
export const memorySize = 256 * 1024;
/** Bytes one turn of the loop counts. */
const stride = 128;

/** Counts line breaks, and brings the memory in which it does so without a copy. */
export interface BreakCounter extends Disposable {
  readonly memory: Uint8Array;
  /** How many `\n` bytes there are in at most `memory.length` bytes. */
  count(bytes: Uint8Array): number;
}

/** Counters nobody uses now: each has a memory of its own, which one scan at a time may fill. */
const idle: Omit<BreakCounter, typeof Symbol.dispose>[] = [];

export function borrowCounter(): BreakCounter {
  const counter = idle.pop() ?? createCounter();
  return { ...counter, [Symbol.dispose]: () => void idle.push(counter) };
}

/** How many `\n` bytes there are. */
export function countBreaks(bytes: Uint8Array): number {
  using counter = borrowCounter();
  let breaks = 0;
  for (let at = 0; at < bytes.length; at += memorySize) breaks += counter.count(bytes.subarray(at, at + memorySize));
  return breaks;
}

/** Bytes counted at a time on the way to a break. */
const block = 4096;

/** The byte after the `nth` `\n`, from 1; -1 when there are fewer, 0 for none. */
export function afterBreak(bytes: Uint8Array, nth: number): number {
  using counter = borrowCounter();
  let [at, left] = [0, nth];
  for (; at < bytes.length; at += block) {
    const breaks = counter.count(bytes.subarray(at, at + block));
    if (breaks >= left) break;
    left -= breaks;
  }
  for (; left > 0; left--) {
    at = bytes.indexOf(10, at) + 1;
    if (at === 0) return -1;
  }
  return at;
}

export function countPlainly(bytes: Uint8Array): number {
  let breaks = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) breaks++;
  return breaks;
}

function createCounter(): Omit<BreakCounter, typeof Symbol.dispose> {
  const wasm = instantiate();
  if (!wasm) return { memory: new Uint8Array(memorySize), count: countPlainly };
  const { memory, countTo } = wasm;
  return {
    memory,
    count(bytes) {
      if (bytes.length === 0) return 0;
      if (bytes.buffer !== memory.buffer || bytes.byteOffset !== 0) memory.set(bytes);
      const end = Math.ceil(bytes.length / stride) * stride;
      memory.fill(0, bytes.length, end);
      return countTo(end);
    },
  };
}

let compiled: WebAssembly.Module | undefined;

/** Undefined where there is no SIMD, and on pages that forbid WebAssembly. */
function instantiate(): { memory: Uint8Array; countTo(end: number): number } | undefined {
  try {
    compiled ??= new WebAssembly.Module(assemble());
    const { memory, count } = new WebAssembly.Instance(compiled).exports;
    return {
      memory: new Uint8Array((memory as WebAssembly.Memory).buffer),
      countTo: count as (end: number) => number,
    };
  } catch {
    return undefined;
  }
}

/**
 * `count(end)` over its memory. Comparing 16 bytes gives -1 for each break; a turn of the loop adds eight such masks byte
 * by byte, and their pairs to eight sums of 16 bits: `(loop sums += pairs(mask(at) + mask(at + 16) + …); at += stride;
 * br_if (at < end))`. A sum falls by at most 16 a turn, so it holds all turns of a memory that is nothing but breaks.
 */
function assemble(): Uint8Array<ArrayBuffer> {
  const number = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);
  const name = (text: string) => [text.length, ...new TextEncoder().encode(text)];
  const section = (id: number, ...content: readonly number[]) => [id, ...number(content.length), ...content];
  const [at, end, sums, sought] = [1, 0, 2, 3];
  const mask = (offset: number) => [0x20, at, 0xfd, 0, 0, offset, 0x20, sought, 0xfd, 0x23]; // load (at + offset) == sought
  const more = Array.from({ length: stride / 16 - 1 }, (_, i) => [...mask(16 * i + 16), 0xfd, 0x6e]); // and add
  const lane = (i: number) => [0xfd, 0x1b, i];
  const body = [
    ...[2, 1, 0x7f, 2, 0x7b], // locals: a number, and two vectors
    ...[0x41, 10, 0xfd, 0x0f, 0x21, sought], // ten in every byte
    ...[0x03, 0x40, 0x20, sums], // loop: sums
    ...[...mask(0), ...more.flat()],
    ...[0xfd, 0x7c, 0xfd, 0x8e, 1, 0x21, sums], // + pairs
    ...[0x20, at, 0x41, ...number(stride), 0x6a, 0x22, at, 0x20, end, 0x49, 0x0d, 0, 0x0b], // at += stride, again while at < end
    ...[0x41, 0, 0x20, sums, 0xfd, 0x7e, 0x22, sums, ...lane(0)], // pairs of sums, of which there are four
    ...[1, 2, 3].flatMap((i) => [0x20, sums, ...lane(i), 0x6a]),
    ...[0x6b, 0x0b], // 0 - all of them
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 1, 0x7f, 1, 0x7f),
    ...section(3, 1, 0),
    ...section(5, 1, 0, memorySize / 65_536),
    ...section(7, 2, ...name("memory"), 2, 0, ...name("count"), 0, 0),
    ...section(10, 1, ...number(body.length), ...body),
  ]);
}
