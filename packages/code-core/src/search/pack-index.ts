import type { RoleSigns } from "./file-role.ts";
import type { IndexData } from "./search-index.ts";
import { bytesOf, maxChunks, type Segment, type SegmentFile } from "./segment.ts";
import { type TextData, textAt } from "./text-table.ts";

/** An index in bytes, with what the caller notes about it. */
export interface PackedIndex<T> {
  readonly data: IndexData;
  readonly about: T;
}

/** In the byte order of the machine, so that bytes of another one are unknown. */
const magic = 0x48_6f_6c_01;
/** Goes up whenever other terms, chunks or roles come out of the same file; `pack-index.test.ts` notices it. */
export const packedFormat = 1;

/** Numbers before everything else: what it is, the format, two checksums of all that follows, and the length of the head. */
const headerWords = 5;

type FileRow = readonly [
  path: number,
  firstChunk: number,
  endChunk: number,
  role: (typeof roles)[number],
  tests: number,
  documents: number,
  pathTerms: readonly number[],
  imports: readonly number[],
];

interface Head {
  readonly terms: TextSize;
  readonly paths: TextSize;
  readonly segments: readonly SegmentSize[];
  readonly about: unknown;
}

interface TextSize {
  readonly count: number;
  readonly units: number;
}

interface SegmentSize {
  readonly chunks: number;
  readonly terms: number;
  readonly postings: number;
  readonly files: readonly FileRow[];
}

const roles = ["code", "test", "document"] as const satisfies readonly RoleSigns["ofName"][];

/** The bytes of an index. `about` has to be JSON. */
export function packIndex({ data, about }: PackedIndex<unknown>): Uint8Array {
  const sizeOf = ({ starts, units }: TextData): TextSize => ({ count: starts.length - 1, units: units.length });
  const head: Head = {
    terms: sizeOf(data.terms),
    paths: sizeOf(data.paths),
    segments: data.segments.map((segment) => ({
      chunks: segment.length.length,
      terms: segment.terms.length,
      postings: segment.chunks.length,
      files: segment.files.map(rowOf),
    })),
    about,
  };
  const json = new TextEncoder().encode(JSON.stringify(head));
  const arrays: readonly Numbers[] = [
    ...[data.terms, data.paths].flatMap(({ starts, units }) => [starts, units]),
    ...data.segments.flatMap((segment) => columns.map(({ name }) => segment[name])),
  ];
  const size = arrays.reduce((sum, { byteLength }) => sum + padded(byteLength), headerWords * 4 + padded(json.length));
  const bytes = new Uint8Array(size);
  const words = new Uint32Array(bytes.buffer);
  bytes.set(json, headerWords * 4);
  let at = headerWords * 4 + padded(json.length);
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  words[4] = json.length;
  words.set([magic, packedFormat, ...checksums(words)]);
  return bytes;
}

/**
 * The index in some bytes, which it keeps using; undefined if they are damaged, of another format or anything else. Nothing in
 * them leads outside of them, makes a search longer than its size, or throws later, no matter who wrote them.
 */
export function unpackIndex(packed: Uint8Array): PackedIndex<unknown> | undefined {
  if (packed.length < headerWords * 4 || packed.length % 4 !== 0) return undefined;
  const bytes = packed.byteOffset % 4 === 0 ? packed : packed.slice();
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  if (words[0] !== magic || words[1] !== packedFormat) return undefined;
  const [one, other] = checksums(words);
  if (words[2] !== one || words[3] !== other) return undefined;
  const length = words[4]!;
  let at = headerWords * 4 + padded(length);
  if (at > bytes.length) return undefined;
  const head = parsed(bytes.subarray(headerWords * 4, headerWords * 4 + length));
  if (!head) return undefined;
  const take = <T extends Numbers>(Kind: Maker<T>, count: unknown): T => {
    const width = Kind.BYTES_PER_ELEMENT;
    if (!isCount(count) || count * width > bytes.length - at) throw new RangeError("The bytes end before that.");
    const found = new Kind(bytes.buffer, bytes.byteOffset + at, count);
    at += padded(count * width);
    return found;
  };
  const text = ({ count, units }: TextSize): TextData => {
    const starts = take(Uint32Array, count + 1);
    const found = { starts, units: take(Uint16Array, units) };
    check(isCount(count) && isAscending(starts, units));
    return found;
  };
  try {
    const [terms, paths] = [text(head.terms), text(head.paths)];
    const segments = head.segments.map((size) => readSegment(size, take, terms, paths));
    check(at === bytes.length);
    return { data: { terms, paths, segments }, about: head.about };
  } catch (error) {
    // What does not have the shape of a head fails wherever it is looked at.
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

type Numbers = Uint32Array | Int32Array | Uint16Array | Uint8Array;
type Maker<T> = { readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBufferLike, at: number, length: number): T };
type Take = <T extends Numbers>(Kind: Maker<T>, count: unknown) => T;

/** The arrays of a segment in the order in which they are written, and what their lengths are. */
const columns = [
  { name: "start", Kind: Uint32Array, size: ({ chunks }) => chunks },
  { name: "end", Kind: Uint32Array, size: ({ chunks }) => chunks },
  { name: "line", Kind: Uint32Array, size: ({ chunks }) => chunks },
  { name: "endLine", Kind: Uint32Array, size: ({ chunks }) => chunks },
  { name: "terms", Kind: Int32Array, size: ({ terms }) => terms },
  { name: "offsets", Kind: Uint32Array, size: ({ terms }) => terms + 1 },
  { name: "chunkFile", Kind: Uint16Array, size: ({ chunks }) => chunks },
  { name: "length", Kind: Uint16Array, size: ({ chunks }) => chunks },
  { name: "chunks", Kind: Uint16Array, size: ({ postings }) => postings },
  { name: "symbolLength", Kind: Uint8Array, size: ({ chunks }) => chunks },
  { name: "counts", Kind: Uint8Array, size: ({ postings }) => postings },
] as const satisfies readonly {
  readonly name: keyof Segment;
  readonly Kind: Maker<Numbers>;
  size(of: SegmentSize): number;
}[];

type Columns = { -readonly [K in (typeof columns)[number]["name"]]: Segment[K] };

function readSegment(size: SegmentSize, take: Take, terms: TextData, paths: TextData): Segment {
  const found: Partial<Record<keyof Columns, Numbers>> = {};
  for (const { name, Kind, size: count } of columns) found[name] = take<Numbers>(Kind, count(size));
  const arrays = found as Columns;
  const [chunks, termCount] = [size.chunks, terms.starts.length - 1];
  check(chunks <= maxChunks && isAscending(arrays.offsets, size.postings));
  let last = -1;
  for (const term of arrays.terms) {
    check(term > last && term < termCount);
    last = term;
  }
  check(isBelow(arrays.chunks, chunks) && isBelow(arrays.chunkFile, size.files.length));
  const files = size.files.map((row) => fileOf(row, { chunks, terms: termCount }, paths));
  // One file after the other: if all had all chunks, a search would take the product of both.
  check(files.every(({ firstChunk }, i) => firstChunk === (files[i - 1]?.endChunk ?? 0)));
  const segment = { ...arrays, files };
  return { ...segment, bytes: bytesOf(segment) };
}

const rowOf = ({ id, firstChunk, endChunk, role, pathTerms, imports }: SegmentFile): FileRow => {
  const { ofName, tests, documents } = role;
  return [id, firstChunk, endChunk, ofName, tests, documents, [...pathTerms], [...imports]];
};

function fileOf(
  [id, firstChunk, endChunk, ofName, tests, documents, pathTerms, imports]: FileRow,
  { chunks, terms }: { readonly chunks: number; readonly terms: number },
  paths: TextData,
): SegmentFile {
  check(isCount(id) && id < paths.starts.length - 1 && roles.includes(ofName));
  check(isCount(firstChunk) && isCount(endChunk) && firstChunk <= endChunk && endChunk <= chunks);
  check(Number.isInteger(tests) && Number.isInteger(documents));
  const path = textAt(paths, id);
  check(path.startsWith("/"));
  const isTerm = (term: number) => Number.isInteger(term) && term >= -1 && term < terms;
  check(pathTerms.every(isTerm) && imports.every((term) => isTerm(term) && term !== -1));
  return {
    path,
    id,
    role: { ofName, tests, documents },
    firstChunk,
    endChunk,
    pathTerms: Int32Array.from(pathTerms),
    imports: Int32Array.from(imports),
    alive: true,
  };
}

function parsed(bytes: Uint8Array): Head | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Head;
  } catch {
    return undefined;
  }
}

/** Every 32 bits count, and where they are. */
function checksums(words: Uint32Array): readonly [number, number] {
  let [one, other] = [0x811c9dc5, 1];
  for (let i = headerWords - 1; i < words.length; i++) {
    one = Math.imul(one ^ words[i]!, 0x01000193);
    other = (other + one) | 0;
  }
  return [one >>> 0, other >>> 0];
}

const padded = (length: number): number => (length + 3) & ~3;
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** Places that never go back, from 0 to the end. */
function isAscending(places: Uint32Array, end: number): boolean {
  for (let i = 1; i < places.length; i++) if (places[i]! < places[i - 1]!) return false;
  return places[0] === 0 && places.at(-1) === end;
}

function isBelow(numbers: Uint16Array, bound: number): boolean {
  for (let i = 0; i < numbers.length; i++) if (numbers[i]! >= bound) return false;
  return true;
}

function check(holds: boolean): void {
  if (!holds) throw new RangeError("The index is not one.");
}
