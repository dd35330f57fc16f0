import { countBreaksBefore } from "../_lines.ts";
import { constant, moduleOf, v128, type WasmFunction } from "./wasm-function.ts";

/** Bytes of a counter's memory: what a processor core keeps close. */
const memorySize = 512 * 1024;
/** The most that one run over the memory can count. */
const runSize = 256 * 1024;
/** Bytes one turn of the loop counts. */
const stride = 128;

/** Bytes counted at a time on the way to a break. */
const block = 4096;

/** Counts line breaks in a memory of its own. */
export interface BreakCounter extends Disposable {
  readonly memory: Uint8Array;
  /** Take in at most `memory.length` bytes, without a copy when they lie at its beginning. */
  load(bytes: Uint8Array): void;
  /** How many `\n` bytes were loaded between `start`, a multiple of 4096, and `end`, another or the end. */
  count(start: number, end: number): number;
}

type Counting = Omit<BreakCounter, typeof Symbol.dispose>;

/** Counters nobody uses now: each has a memory of its own, which one scan at a time may fill. */
const idle: Counting[] = [];

export function borrowCounter(): BreakCounter {
  const counter = idle.pop() ?? createCounter();
  return { ...counter, [Symbol.dispose]: () => void idle.push(counter) };
}

/** How many `\n` bytes there are. */
export function countBreaks(bytes: Uint8Array): number {
  using counter = borrowCounter();
  let breaks = 0;
  for (let at = 0; at < bytes.length; at += memorySize) {
    const part = bytes.subarray(at, at + memorySize);
    counter.load(part);
    breaks += counter.count(0, part.length);
  }
  return breaks;
}

const encoder = new TextEncoder();
/** Characters up to which it takes less time to look for each break than to count them all. */
const fewChars = 1_000;

/** How many `\n` there are in a text. */
export function countBreaksIn(text: string): number {
  if (text.length <= fewChars) return countBreaksBefore(text, text.length);
  let breaks = 0;
  using counter = borrowCounter();
  for (let rest = text; rest !== ""; ) {
    const { read, written } = encoder.encodeInto(rest, counter.memory);
    counter.load(counter.memory.subarray(0, written));
    breaks += counter.count(0, written);
    rest = rest.slice(read);
  }
  return breaks;
}

/** The byte after the `nth` `\n`, from 1; -1 when there are fewer, 0 for none. */
export function afterBreak(bytes: Uint8Array, nth: number): number {
  using counter = borrowCounter();
  let left = nth;
  for (let at = 0; at < bytes.length; at += memorySize) {
    const part = bytes.subarray(at, at + memorySize);
    counter.load(part);
    const found = afterLoaded(counter, part.length, left);
    if (found >= 0) return at + found;
    left -= counter.count(0, part.length);
  }
  return nth === 0 ? 0 : -1;
}

/** The same among the bytes that a counter has loaded. */
export function afterLoaded({ memory, count }: BreakCounter, length: number, nth: number): number {
  for (let at = 0, left = nth; at < length; at += block) {
    const breaks = count(at, Math.min(length, at + block));
    if (breaks >= left) {
      for (; left > 0; left--) at = memory.indexOf(10, at) + 1;
      return at;
    }
    left -= breaks;
  }
  return -1;
}

export function countPlainly(bytes: Uint8Array): number {
  let breaks = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) breaks++;
  return breaks;
}

function createCounter(): Counting {
  const { memory, countIn } = instantiate() ?? plainCounter();
  return {
    memory,
    load(bytes) {
      if (bytes.buffer !== memory.buffer || bytes.byteOffset !== 0) memory.set(bytes);
      memory.fill(0, bytes.length, roundUp(bytes.length));
    },
    count(start, end) {
      let breaks = 0;
      for (let at = start; at < end; at += runSize) breaks += countIn(at, roundUp(Math.min(end, at + runSize)));
      return breaks;
    },
  };
}

const roundUp = (length: number): number => Math.ceil(length / stride) * stride;

function plainCounter() {
  const memory = new Uint8Array(memorySize);
  return { memory, countIn: (start: number, end: number) => countPlainly(memory.subarray(start, end)) };
}

let compiled: WebAssembly.Module | undefined;

/** Undefined where there is no SIMD, and on pages that forbid WebAssembly. */
function instantiate(): { memory: Uint8Array; countIn(start: number, end: number): number } | undefined {
  try {
    compiled ??= new WebAssembly.Module(moduleOf(counting()));
    const { memory, count } = new WebAssembly.Instance(compiled).exports;
    return {
      memory: new Uint8Array((memory as WebAssembly.Memory).buffer),
      countIn: count as (start: number, end: number) => number,
    };
  } catch {
    return undefined;
  }
}

/**
 * `count(at, end)` over its memory. Comparing 16 bytes gives -1 for each break; a turn of the loop adds eight such masks byte
 * by byte, and their pairs to eight sums of 16 bits: `(loop sums += pairs(mask(at) + mask(at + 16) + …); at += stride;
 * br_if (at < end))`. A sum falls by at most 16 a turn, so it holds a run of nothing but breaks, of 2048 turns.
 */
function counting(): WasmFunction {
  const [at, end, sums, sought] = [0, 1, 2, 3];
  const mask = (offset: number) => [0x20, at, 0xfd, 0, 0, offset, 0x20, sought, 0xfd, 0x23]; // load (at + offset) == sought
  const more = Array.from({ length: stride / 16 - 1 }, (_, i) => [...mask(16 * i + 16), 0xfd, 0x6e]); // and add
  const lane = (i: number) => [0xfd, 0x1b, i];
  const body = [
    ...[...constant(10), 0xfd, 0x0f, 0x21, sought], // ten in every byte
    ...[0x03, 0x40, 0x20, sums], // loop: sums
    ...[...mask(0), ...more.flat()],
    ...[0xfd, 0x7c, 0xfd, 0x8e, 1, 0x21, sums], // + pairs
    ...[0x20, at, ...constant(stride), 0x6a, 0x22, at, 0x20, end, 0x49, 0x0d, 0, 0x0b], // at += stride, again while at < end
    ...[...constant(0), 0x20, sums, 0xfd, 0x7e, 0x22, sums, ...lane(0)], // pairs of sums, of which there are four
    ...[1, 2, 3].flatMap((i) => [0x20, sums, ...lane(i), 0x6a]),
    0x6b, // 0 - all of them
  ];
  return { name: "count", params: 2, results: 1, locals: [[2, v128]], pages: memorySize / 65_536, body };
}
