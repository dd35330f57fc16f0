/** Bytes of a counter's memory. */
export const memorySize = 512 * 1024;
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

/** The byte after the `nth` `\n`, from 1; -1 when there are fewer, 0 for none. */
export function afterBreak(bytes: Uint8Array, nth: number): number {
  let at = -1;
  for (let found = 0; found < nth; found++) {
    at = bytes.indexOf(10, at + 1);
    if (at < 0) return -1;
  }
  return at + 1;
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
 * `count(end)` over its memory, unrolled to a stride:
 * `(loop total += popcnt(bitmask(load(at + 0) == splat(10))); …; at += stride; br_if (at < end))`
 */
function assemble(): Uint8Array<ArrayBuffer> {
  const number = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);
  const name = (text: string) => [text.length, ...new TextEncoder().encode(text)];
  const section = (id: number, ...content: readonly number[]) => [id, ...number(content.length), ...content];
  const step = (offset: number) => [
    ...[0x20, 1, 0xfd, 0, 0, offset], // v128.load (at + offset)
    ...[0x41, 10, 0xfd, 0x0f], // splat of 10
    ...[0xfd, 0x23, 0xfd, 0x64, 0x69], // equal bytes, their bits, how many
    ...[0x20, 2, 0x6a, 0x21, 2], // add to total
  ];
  const body = [
    ...[1, 2, 0x7f], // two locals: at (1), total (2)
    ...[0x03, 0x40], // loop
    ...Array.from({ length: stride / 16 }, (_, i) => step(i * 16)).flat(),
    ...[0x20, 1, 0x41, ...number(stride), 0x6a, 0x22, 1, 0x20, 0, 0x49, 0x0d, 0], // at += stride, again while at < end
    ...[0x0b, 0x20, 2, 0x0b], // the total
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
