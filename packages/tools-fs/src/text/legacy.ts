import { createDecoder } from "@holdall/tool-kit/encodings";

/** How one legacy encoding writes each character: bytes packed big-endian into a number, and their count. */
export interface EncodingTable {
  readonly codes: ReadonlyMap<string, number>;
  /** Four-byte characters exist beside the table (GB18030): they can be kept, not written. */
  readonly open: boolean;
}

const tables = new Map<string, EncodingTable>();

/** Lead bytes of two-byte characters, in the order in which duplicates are preferred. */
const leads: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>> = {
  // NEC's copies of IBM characters (rows ED, EE) are written the IBM way.
  shift_jis: [
    [0x81, 0x9f],
    [0xe0, 0xec],
    [0xef, 0xfc],
    [0xed, 0xee],
  ],
  "euc-jp": [
    [0x8e, 0x8e],
    [0xa1, 0xfe],
  ],
  "euc-kr": [[0x81, 0xfe]],
  johab: [[0x84, 0xf9]],
  // The rows below A1 are an extension that other programs do not know.
  big5: [
    [0xa1, 0xfe],
    [0x81, 0xa0],
  ],
  gbk: [[0x81, 0xfe]],
  gb18030: [[0x81, 0xfe]],
};

/** True for encodings that the tables cover. */
export const isMultiByte = (encoding: string): boolean => encoding in leads;

/** The table of an encoding, made by decoding every sequence of one and two bytes (three where EUC-JP has them). */
export function encodingTable(encoding: string): EncodingTable {
  const known = tables.get(encoding);
  if (known) return known;
  const codes = new Map<string, number>();
  codes.set("\n", 10);
  addAll(
    codes,
    encoding,
    1,
    range(0, 0xff).filter((byte) => byte !== 10),
  );
  for (const [from, to] of leads[encoding] ?? []) addAll(codes, encoding, 2, pairs(0, range(from, to)));
  if (encoding === "euc-jp") addAll(codes, encoding, 3, pairs(0x8f0000, range(0xa1, 0xfe)));
  const table = { codes, open: encoding === "gb18030" || encoding === "gbk" };
  tables.set(encoding, table);
  return table;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const pairs = (prefix: number, first: readonly number[]): number[] =>
  first.flatMap((lead) => range(0x30, 0xfe).map((trailByte) => prefix | (lead << 8) | trailByte));

/** Decode many sequences in one call, each between two line feeds that show where it ends. */
function addAll(codes: Map<string, number>, encoding: string, size: number, sequences: readonly number[]): void {
  const step = size + 2;
  const bytes = new Uint8Array(sequences.length * step).fill(10);
  for (const [i, sequence] of sequences.entries()) {
    for (let k = 0; k < size; k++) bytes[i * step + k] = (sequence >> (8 * (size - 1 - k))) & 0xff;
  }
  const text = createDecoder(encoding).decode(bytes);
  const cells = text.split("\n\n");
  for (const [i, cell] of cells.entries()) {
    const single = Array.from(cell).length === 1;
    if (single && cell !== "\ufffd" && i < sequences.length && !codes.has(cell)) codes.set(cell, sequences[i]!);
  }
}
