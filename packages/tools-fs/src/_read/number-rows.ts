import { constant, i32, moduleOf, v128, type WasmFunction } from "./wasm-function.ts";

/** Rows as far as they were numbered. */
export interface NumberedRows {
  /** Each after a line break. */
  readonly rows: string;
  /** The number of the line that comes next. */
  readonly line: number;
  /** UTF-16 index in the text at which it begins. */
  readonly start: number;
}

/** Characters up to which it takes less time to number line by line. */
const fewChars = 4_000;
/** Characters of a block: encoded, they lie below the rows, which have room for a block of nothing but breaks. */
const blockChars = 60_000;
const rowsAt = 196_608;
const memorySize = 1_048_576;
/** Lines beyond are numbered one by one: so that numbers and their powers of ten are whole in 32 bits. */
const mostLine = 999_900_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Number lines in blocks, as long as that is plain: it ends before a block with a line longer than `maxLine`, with more than
 * `maxChars` rows in all, or with half of a surrogate pair, and before `last`. Bytes stand for characters, so it may end early.
 */
export function numberBlocks(
  text: string,
  firstLine: number,
  last: number,
  maxChars: number,
  maxLine: number,
): NumberedRows {
  let [rows, line, start] = ["", firstLine, 0];
  while (line < Math.min(last, mostLine) && text.length - start > fewChars) {
    if (numbering === undefined) numbering = instantiate();
    if (!numbering) break;
    const { memory, number } = numbering;
    const cut = start + blockChars < text.length ? text.lastIndexOf("\n", start + blockChars) + 1 : text.length;
    const block = text.slice(start, cut);
    if (cut <= start || !block.isWellFormed()) break;
    const length = encoder.encodeInto(block, memory).written;
    memory[length] = 10;
    let [at, out, next, longest] = [0, rowsAt, line, 0];
    while (at < length && next < last) {
      const width = String(next).length;
      [at, out, next, longest] = number(at, length, out, next, Math.min(last, 10 ** width), width, longest);
    }
    if (longest > maxLine || rows.length + out - rowsAt > maxChars) break;
    rows += decoder.decode(memory.subarray(rowsAt, out));
    line = next;
    if (at >= length) start = cut;
    else start += length === block.length ? at : decoder.decode(memory.subarray(0, at)).length;
  }
  return { rows, line, start };
}

interface Numbering {
  readonly memory: Uint8Array;
  readonly number: (...params: readonly number[]) => [at: number, out: number, line: number, longest: number];
}

let numbering: Numbering | null | undefined;

/** Null where there is no SIMD, and on pages that forbid WebAssembly. */
function instantiate(): Numbering | null {
  try {
    const { memory, number } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(numberLines()))).exports;
    return {
      memory: new Uint8Array((memory as WebAssembly.Memory).buffer),
      number: number as Numbering["number"],
    };
  } catch {
    return null;
  }
}

/**
 * `number(at, end, out, line, stop, width, longest)`: lines from `at` to `end`, the last of which ends in a break, become
 * rows from `out` on, until `line` is `stop`; all their numbers have `width` digits. Gives where it got to, and the length
 * of the longest line. It copies 16 bytes at a time, up to 15 too many, which the next row overwrites.
 */
function numberLines(): WasmFunction {
  const [at, end, out, line, stop, width, longest, digit, rest, from, found, bytes, ten] = Array(13).keys();
  const get = (local: number | undefined) => [0x20, local!];
  const set = (local: number | undefined) => [0x21, local!];
  const tee = (local: number | undefined) => [0x22, local!];
  const [add, subtract, divide, remainder, and] = [0x6a, 0x6b, 0x6e, 0x70, 0x71];
  const [loop, again, close] = [[0x03, 0x40], [0x0d, 0], 0x0b];
  const store = (bits: 8 | 16) => [bits === 8 ? 0x3a : 0x3b, 0, 0];
  const body = [
    ...[...constant(10), 0xfd, 0x0f, ...set(ten)], // ten in every byte
    ...loop,
    ...[...get(out), ...constant(10), ...store(8)], // a break,
    ...[...get(out), ...get(width), add, ...constant(1), add, ...tee(digit), ...constant(0x2020), ...store(16)], // two spaces
    ...[...get(digit), ...constant(2), add, ...tee(out), ...set(from)],
    ...[...get(line), ...set(rest)],
    ...loop, // and between them the digits, from the last one
    ...[...get(digit), ...constant(1), subtract, ...tee(digit)],
    ...[...get(rest), ...constant(10), remainder, ...constant(48), add, ...store(8)],
    ...[...get(rest), ...constant(10), divide, ...tee(rest), ...again, close],
    ...loop, // copy 16 bytes until there is a break in them
    ...[...get(out), ...get(at), 0xfd, 0, 0, 0, ...tee(bytes), 0xfd, 0x0b, 0, 0],
    ...[...get(bytes), ...get(ten), 0xfd, 0x23, 0xfd, 0x64, ...tee(found), 0x45, 0x04, 0x40],
    ...[
      ...get(at),
      ...constant(16),
      add,
      ...set(at),
      ...get(out),
      ...constant(16),
      add,
      ...set(out),
      0x0c,
      1,
      close,
      close,
    ],
    ...[...get(found), 0x68, ...tee(found), ...get(at), add, ...constant(1), add, ...set(at)], // behind it
    ...[...get(out), ...get(found), add, ...tee(out)],
    ...[...get(out), ...constant(1), subtract, 0x2d, 0, 0, ...constant(13), 0x46, subtract, ...tee(out)], // without a CR
    ...[
      ...get(from),
      subtract,
      ...tee(found),
      ...get(longest),
      ...get(found),
      ...get(longest),
      0x4b,
      0x1b,
      ...set(longest),
    ],
    ...[
      ...get(line),
      ...constant(1),
      add,
      ...tee(line),
      ...get(stop),
      0x49,
      ...get(at),
      ...get(end),
      0x49,
      and,
      ...again,
    ],
    close,
    ...[at, out, line, longest].flatMap(get),
  ];
  const locals = [
    [4, i32],
    [2, v128],
  ] as const;
  return { name: "number", params: 7, results: 4, locals, pages: memorySize / 65_536, body };
}
