/** A WebAssembly function of whole numbers over a memory of its own, which its module exports beside it. */
export interface WasmFunction {
  readonly name: string;
  readonly params: number;
  readonly results: number;
  /** How many locals of each type follow the parameters. */
  readonly locals: readonly (readonly [count: number, type: number])[];
  /** Pages of 64 KB. */
  readonly pages: number;
  /** Instructions, without the last `end`. */
  readonly body: readonly number[];
}

export const i32 = 0x7f;
export const v128 = 0x7b;

/** LEB128, as sizes are written. */
const unsigned = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]);
/** The same with a sign, as constants are; not for negative ones. */
const signed = (value: number): number[] => (value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)]);

export const constant = (value: number): number[] => [0x41, ...signed(value)];

/** The bytes of a module. Source: https://webassembly.github.io/spec/core/binary/ */
export function moduleOf({ name, params, results, locals, pages, body }: WasmFunction): Uint8Array<ArrayBuffer> {
  const named = (text: string) => [text.length, ...new TextEncoder().encode(text)];
  const section = (id: number, ...content: readonly number[]) => [id, ...unsigned(content.length), ...content];
  const ints = (count: number) => [count, ...new Array<number>(count).fill(i32)];
  const code = [locals.length, ...locals.flat(), ...body, 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, ...ints(params), ...ints(results)),
    ...section(3, 1, 0),
    ...section(5, 1, 0, pages),
    ...section(7, 2, ...named("memory"), 2, 0, ...named(name), 0, 0),
    ...section(10, 1, ...unsigned(code.length), ...code),
  ]);
}
