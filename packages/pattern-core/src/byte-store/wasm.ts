/** Instructions of WebAssembly as bytes; calls nest as expressions do in its text format. */
export type Code = readonly number[];

const unsigned = (value: number): Code => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]);

const signed = (value: number): Code =>
  value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];

const binary =
  (...opcode: Code) =>
  (left: Code, right: Code): Code => [...left, ...right, ...opcode];
const unary =
  (...opcode: Code) =>
  (operand: Code): Code => [...operand, ...opcode];
const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];
export const tee = (local: number, value: Code): Code => [...value, 0x22, local];
export const give = (value: Code): Code => [...value, 0x0f];

/** Run in order; `leave(0)` inside goes to the end, with more for each block or loop around it. */
export const block = (...body: readonly Code[]): Code => [0x02, 0x40, ...body.flat(), 0x0b];
/** Run in order; `leave(0)` inside goes back to the start. */
export const loop = (...body: readonly Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0b];
export const leave = (depth: number): Code => [0x0c, depth];
export const leaveIf = (depth: number, condition: Code): Code => [...condition, 0x0d, depth];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  load8: (address: Code, offset = 0): Code => [...address, 0x2d, 0, ...unsigned(offset)],
  isZero: unary(0x45),
  differs: binary(0x47),
  less: binary(0x49),
  atLeast: binary(0x4f),
  trailingZeros: unary(0x68),
  add: binary(0x6a),
  sub: binary(0x6b),
  and: binary(0x71),
  or: binary(0x72),
  shiftLeft: binary(0x74),
};

export const v128 = {
  load: (address: Code, offset = 0): Code => [...address, ...simd(0), 0, ...unsigned(offset)],
  loadSplat8: (address: Code, offset = 0): Code => [...address, ...simd(7), 0, ...unsigned(offset)],
  /** The bytes of the left one at the indexes in the right one, 0 where there is no such index. */
  swizzle8: binary(...simd(14)),
  splat8: unary(...simd(15)),
  equal8: binary(...simd(35)),
  differs8: binary(...simd(36)),
  and: binary(...simd(78)),
  or: binary(...simd(80)),
  anyTrue: unary(...simd(83)),
  /** The smaller one of each two bytes. */
  least8: binary(...simd(119)),
  /** The highest bit of each byte. */
  bits8: unary(...simd(100)),
  shiftRight8: binary(...simd(109)),
};

const types = { i32: 0x7f, v128: 0x7b } as const;

export interface Func {
  readonly name: string;
  readonly params: number;
  readonly locals: readonly (keyof typeof types)[];
  readonly body: readonly Code[];
}

/** A module that imports the memory `m.m` and exports functions that take and give `i32`s. */
export function assemble(functions: readonly Func[]): Uint8Array<ArrayBuffer> {
  const sized = (content: Code): Code => [...unsigned(content.length), ...content];
  const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
  const text = (value: string): Code => sized(Array.from(value, (char) => char.charCodeAt(0)));
  const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))];
  const signature = ({ params }: Func): Code => [0x60, ...list(Array(params).fill([types.i32])), 1, types.i32];
  const code = ({ locals, body }: Func): Code =>
    sized([...list(locals.map((local) => [1, types[local]])), ...body.flat(), 0x0b]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, functions.map(signature)),
    ...section(2, [[...text("m"), ...text("m"), 2, 0, 1]]),
    ...section(
      3,
      functions.map((_, i) => [i]),
    ),
    ...section(
      7,
      functions.map(({ name }, i) => [...text(name), 0, i]),
    ),
    ...section(10, functions.map(code)),
  ]);
}
